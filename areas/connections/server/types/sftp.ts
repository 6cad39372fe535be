import { countOf } from "#lib/text/words.ts";
import { defaultPort, withSftp } from "../clients/sftp.ts";
import { connectionType } from "../connection/connection-type.ts";
import { hostKey, line, port, signIn } from "../connection/fields.ts";

export const sftp = connectionType({
  type: "sftp",
  title: "SFTP",
  icon: "sftp",
  group: "Files",
  fields: {
    host: line("Host", "url"),
    ...signIn,
    port: port("properties.port", defaultPort),
    hostKey: hostKey(),
  },
  test: (connection, trial) =>
    withSftp(connection, trial, async ({ user, product, shownKey, folder, list }) => {
      const found = await list(folder);
      return `${product}, ${countOf(found.length, "entry", "entries")} in ${folder === "." ? "the home folder" : folder}, as ${user}${shownKey}`;
    }),
});
