/** A file that nobody has seen before: people drawn by a seed, which is printed so that a failure can be repeated. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The seed of this run: `SEED=7 npm run e2e -- journey` repeats one. */
export function seedOfRun(): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  console.info(`SEED=${seed}`);
  return seed;
}

/** Numbers from 0 to 1 that follow from a seed (Park and Miller's generator). */
function drawing(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A table of customers; answers where it was written. */
export function writeCustomers(folder: string, seed: number, rows = 800): string {
  const next = drawing(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const lines = Array.from({ length: rows }, (_, index) =>
    [
      10_000 + index,
      pick(["female", "male"]),
      18 + Math.floor(next() * 70),
      `0${1000 + Math.floor(next() * 40)}`,
      pick(["card", "cash", "invoice"]),
      pick(["diabetes", "asthma", "migraine", "none"]),
    ].join(","),
  );
  const path = join(folder, `customers-${seed}.csv`);
  writeFileSync(path, ["customer_id,sex,age,postcode,payment,diagnosis", ...lines].join("\n"));
  return path;
}
