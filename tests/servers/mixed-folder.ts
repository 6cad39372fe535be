// Creates a folder with two subfolders, one of which the server's own account cannot list.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { ServerFolder } from "./server-process.ts";

export function makeMixedFolder(folder: ServerFolder, name: string) {
  const path = folder.makeFolder(name);
  const closed = folder.makeFolder(`${name}/closed`);
  folder.makeFolder(`${name}/open`);
  for (const file of ["closed/b.txt", "open/a.txt"]) folder.write(join(name, file), "x");
  chmodSync(closed, 0o000);
  return {
    path,
    /** Makes the folder removable before the server stops and its files are removed. */
    openBefore: (stop: () => Promise<void>) => async () => {
      chmodSync(closed, 0o700);
      await stop();
    },
  };
}
