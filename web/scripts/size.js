/** Fail when the first page needs more than the budget: `npm run build && npm run size`. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET = 500_000;
const built = fileURLToPath(new URL("../../src/incrowd/api/static/", import.meta.url));
const index = readFileSync(`${built}index.html`, "utf8");
const named = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]);
// What the start page fetches beside it: its own chunk, what that imports, and the Latin letters.
const lazy = readdirSync(`${built}assets`).filter((name) => /^(StartPage|FileButton|ErrorNotice|Table|jobs)-/.test(name));
const fonts = readdirSync(`${built}assets`).filter((name) => name.startsWith("inter-latin-wght"));
const files = [...new Set(["index.html", ...named, ...[...lazy, ...fonts].map((name) => `assets/${name}`)])];

const total = files
  .map((name) => {
    const bytes = readFileSync(built + name);
    return name.endsWith(".woff2") ? bytes.length : gzipSync(bytes).length;
  })
  .reduce((sum, size) => sum + size, 0);

console.log(`The first page takes ${Math.round(total / 1000)} kB of ${BUDGET / 1000} kB (gzip, ${files.length} files).`);
if (total > BUDGET) process.exit(1);
