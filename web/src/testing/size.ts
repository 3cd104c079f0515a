/** What jsdom lacks: a size, for parts of the page that draw only what is in sight. */
import { vi } from "vitest";

export function giveSize(width: number, height: number): void {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(height);
}
