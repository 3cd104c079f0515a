/** Record the answers of the real server that component tests use: `npm run record`, or `npm run record -- --check`. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";

const web = `${import.meta.dirname}/..`;
const options = process.argv.slice(2);
// Ask again for what is recorded, and compare it or write it anew; what tests need beyond that is found by running them.
const refresh = options.includes("--refresh");
const check = refresh || options.includes("--check");
// Named test files add what they miss; without names everything is recorded anew.
if (!options.length) rmSync(`${web}/src/testing/recorded`, { recursive: true, force: true });
const command = check ? ["run", "--config", "e2e/vitest.config.ts", "recordings"] : ["run", "--no-file-parallelism", ...options];
const { status } = spawnSync("npx", ["vitest", ...command], { cwd: web, stdio: "inherit", env: { ...process.env, RECORD: check ? "" : "1", REFRESH: refresh ? "1" : "" } });
process.exit(status ?? 1);
