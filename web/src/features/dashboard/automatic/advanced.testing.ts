/** Open what few need, in the tests of the tab. */
import { screen } from "@testing-library/react";
import type { Page } from "@/testing/render";

export async function openAdvanced(user: Page["user"]): Promise<HTMLElement> {
  await user.click(await screen.findByRole("button", { name: "More settings…" }));
  return screen.findByRole("dialog", { name: /^More settings: / });
}
