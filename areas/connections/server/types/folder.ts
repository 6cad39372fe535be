import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { line } from "../connection/fields.ts";
import { closing } from "../connection/session.ts";

export const folder = connectionType({
  type: "folder",
  title: "Folder",
  icon: "folder",
  group: "Files",
  readsFiles: true,
  fields: { path: line("Path", "properties.path") },
  async test({ properties }, { files, signal }) {
    const path = properties["path"] ?? "";
    if (!path.startsWith("/"))
      throw new ConnectionFailure("The path is not absolute", "Write it in full, such as /srv/backups.");
    try {
      const entries = await closing(
        signal,
        () => {},
        () => files.list(path),
      );
      return `Folder with ${countOf(entries.length, "entry", "entries")}`;
    } catch (error) {
      throw refusal(error as NodeJS.ErrnoException) ?? error;
    }
  },
});

function refusal({ code }: NodeJS.ErrnoException): ConnectionFailure | undefined {
  switch (code) {
    case "ENOENT":
      return new ConnectionFailure("The folder does not exist", "Check the path on the machine that runs Quarterdeck.");
    case "EACCES":
    case "EPERM":
      return new ConnectionFailure(
        "Quarterdeck is not allowed to read that folder",
        "Make it readable by the user that runs Quarterdeck.",
      );
    default:
      return undefined;
  }
}
