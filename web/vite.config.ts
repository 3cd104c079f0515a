/** How the dashboard is served while it is written, built into the Python package, and tested. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": at("./src") } },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": "http://127.0.0.1:8765" },
  },
  build: {
    outDir: at("../src/incrowd/api/static"),
    emptyOutDir: true,
    target: "es2022",
    // The server lets the page load its own files only, so nothing is put in as data.
    assetsInlineLimit: 0,
    // The charts are one chunk that is fetched with the dashboard.
    chunkSizeWarningLimit: 700,
  },
  test: {
    environment: "jsdom",
    setupFiles: [at("./src/testing/setup.ts")],
    globalSetup: [at("./src/testing/recording.setup.ts")],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // Files share what they import: a worker loads Mantine once.
    isolate: false,
    maxWorkers: 2,
    // On two busy cores the longest test takes six seconds.
    testTimeout: process.env.RECORD ? 600_000 : 30_000,
  },
});
