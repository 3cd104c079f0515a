/** Files that are linked on the page and on the command line: `const scene = withReleases({ "a.csv": A, "b.csv": B })`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { upload } from "./files";
import { withFolder, withWindow, type Scene } from "./scene";

export interface LinkedScene<Name extends string> extends Scene {
  /** Where the files lie for the command line. */
  folder: string;
  /** Their ids on the server. */
  ids: Readonly<Record<Name, string>>;
  /** Where some of them are linked. */
  address: (names: readonly Name[], tab?: string) => string;
}

export function withReleases<Name extends string>(files: Readonly<Record<Name, string>>): LinkedScene<Name> {
  const folder = withFolder();
  const ids = {} as Record<Name, string>;
  const scene = withWindow();
  beforeAll(async () => {
    for (const name of Object.keys(files) as Name[]) {
      writeFileSync(join(folder, name), files[name]);
      ids[name] = await upload(scene.server, name, files[name]);
    }
  });
  const address = (names: readonly Name[], tab = "whatif"): string => `${scene.server.origin}/linked?data=${names.map((name) => ids[name]).join()}&tab=${tab}`;
  return Object.assign(scene, { folder, ids, address });
}
