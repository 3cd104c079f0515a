/** How the dashboard is served while it is written, built into the Python package, and tested. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { mockServer } from "./dev-mock/server.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  plugins: [react(), ...(mode === "mock" ? [mockServer()] : [])],
  resolve: { alias: { "@": at("./src"), "@mock": at("./dev-mock") } },
  server: {
    host: "127.0.0.1",
    proxy: mode === "mock" ? undefined : { "/api": "http://127.0.0.1:8765" },
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
    include: ["src/**/*.test.{ts,tsx}", "dev-mock/**/*.test.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // Files share what they import: a worker loads Mantine once.
    isolate: false,
    // Slow machines are not an error.
    testTimeout: 30_000,
  },
}));
