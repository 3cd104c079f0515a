/** What jsdom lacks and Mantine asks for. */
import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, inject } from "vitest";

// A busy machine is slow, not wrong, and the real server takes its time.
configure({ asyncUtilTimeout: inject("recording") ? 60_000 : 15_000 });

afterEach(() => {
  notifications.clean();
  cleanup();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});

Object.defineProperty(window, "matchMedia", {
  configurable: true,
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

class Observer {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}

Object.defineProperty(window, "ResizeObserver", { value: Observer, configurable: true, writable: true });
Object.defineProperty(window, "IntersectionObserver", { value: Observer, configurable: true, writable: true });
Blob.prototype.text = function text(this: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(this);
  });
};
HTMLCanvasElement.prototype.getContext = () => null; // axe measures glyphs where it can
Element.prototype.scrollIntoView = () => undefined;
