import { chromium } from "playwright-core";
const [,, token, id, out, ...rest] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args:["--no-sandbox"] });
const base = "http://127.0.0.1:8497";
for (const [w,h] of [[1280,720],[1600,900],[390,844]]) {
  const context = await browser.newContext({ viewport: { width: w, height: h } });
  const page = await context.newPage();
  const errors=[]; page.on("console", m => m.type()==="error" && errors.push(m.text())); page.on("pageerror", e=>errors.push(String(e)));
  await page.goto(`${base}/?token=${token}`);
  for (const step of rest) {
    const [name, url, ...acts] = step.split("::");
    await page.goto(base + url.replace("ID", id));
    await page.waitForTimeout(2500);
    for (const act of acts) {
      const [kind, what, value] = act.split("=");
      try {
      if (kind==="click") await page.getByText(what,{exact:true}).first().click();
      if (kind==="button") await page.getByRole("button",{name:what,exact:true}).first().click();
      if (kind==="select") await page.getByLabel(what,{exact:true}).selectOption(value);
      if (kind==="wait") await page.waitForTimeout(Number(what));
      if (kind==="key") { await page.getByRole("slider").first().focus(); await page.keyboard.press(what); }
      } catch(e) { console.log(name, act, String(e).slice(0,200)); }
      await page.waitForTimeout(500);
    }
    await page.screenshot({ path: `${out}/${name}-${w}.png`, fullPage: w<500 });
  }
  if (errors.length) console.log(w, errors.slice(0,5));
  await context.close();
}
await browser.close();
