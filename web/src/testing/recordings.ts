/** Answers of the real server, one file for each history of changes: `find("census", [], "GET /datasets/census")`. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Answer, Fixture, RequestLine } from "./live";

/** What the server answers after some changes to a fixture. */
export interface Recording {
  fixture: Fixture;
  changes: RequestLine[];
  /** The answer to the last change. */
  changed: Answer | null;
  answers: Record<RequestLine, Answer>;
}

const FOLDER = `${import.meta.dirname}/recorded`;

const read = new Map<string, Recording | null>();

function pathOf(fixture: Fixture, changes: readonly RequestLine[]): string {
  const digest = createHash("sha256").update(changes.join("\n")).digest("hex").slice(0, 10);
  return `${FOLDER}/${fixture}-${changes.length}${changes.length ? `-${digest}` : ""}.json`;
}

function load(path: string): Recording | null {
  const known = read.get(path);
  if (known !== undefined) return known;
  const recording = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Recording) : null;
  read.set(path, recording);
  return recording;
}

/** What was recorded after these changes; null if nothing was. */
export function find(fixture: Fixture, changes: readonly RequestLine[]): Recording | null {
  return load(pathOf(fixture, changes));
}

/** Every recording, with its path; what was changed further comes right after what it goes on from. */
export function all(): { path: string; recording: Recording }[] {
  const paths = existsSync(FOLDER) ? readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`) : [];
  const history = ({ fixture, changes }: Recording): string => [fixture, ...changes].join("\n");
  return paths
    .flatMap((path) => {
      const recording = load(path);
      return recording ? [{ path, recording }] : [];
    })
    .sort((a, b) => (history(a.recording) < history(b.recording) ? -1 : 1));
}

/** Add an answer; requests are sorted so that their order does not depend on timing. */
export function keep(fixture: Fixture, changes: readonly RequestLine[], changed: Answer | null, line: RequestLine | null, answer: Answer | null): void {
  const path = pathOf(fixture, changes);
  const recording = load(path) ?? { fixture, changes: [...changes], changed, answers: {} };
  if (line !== null && answer !== null) recording.answers[line] = answer;
  read.set(path, recording);
  mkdirSync(FOLDER, { recursive: true });
  write(path, recording);
}

export function write(path: string, recording: Recording): void {
  writeFileSync(path, format(recording));
}

/** One line for each answer, so that a difference shows which one it is in. */
function format({ fixture, changes, changed, answers }: Recording): string {
  const lines = Object.keys(answers).sort().map((line) => `    ${JSON.stringify(line)}: ${JSON.stringify(answers[line])}`);
  const fields = [
    `  "fixture": ${JSON.stringify(fixture)}`,
    `  "changes": ${JSON.stringify(changes)}`,
    `  "changed": ${JSON.stringify(changed)}`,
    `  "answers": {\n${lines.join(",\n")}\n  }`,
  ];
  return `{\n${fields.join(",\n")}\n}\n`;
}
