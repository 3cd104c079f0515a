/** How the page is tried in a real browser against the real server: `npm run e2e`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.e2e.ts"],
    environment: "node",
    testTimeout: 60_000,
    // On two busy cores a server and a database take 13 seconds.
    hookTimeout: 60_000,
    // What a busy machine shows late is no error.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    // Two files at a time; those of a worker share its browser.
    maxWorkers: 2,
    isolate: false,
  },
});
