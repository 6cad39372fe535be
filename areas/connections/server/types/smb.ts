import { countOf } from "#lib/text/words.ts";
import { withSmb } from "../clients/smb.ts";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line, port } from "../connection/fields.ts";

export const smb = connectionType({
  type: "smb",
  title: "SMB",
  icon: "smb",
  group: "Files",
  fields: {
    server: line("Server", "properties.server"),
    port: port("properties.port", 445),
    share: line("Share", "properties.sharename"),
    username: line("Username", "username", { description: "Domain users: DOMAIN\\user" }).optional(),
    password: credential("Password", "password").optional(),
  },
  url: ({ server = "", port: at = "445", share = "" }) => `smb://${server}:${at}/${encodeURIComponent(share)}`,
  test: (connection, trial) =>
    withSmb(connection, trial, async (opened) => {
      const { username, properties } = connection;
      const { sharename: share = "", searchPath = "" } = properties;
      const entries = await opened.list(searchPath);
      const who = opened.isGuest ? "a guest" : username || "Guest";
      return `SMB ${opened.version}, share ${share}, ${countOf(entries.length, "entry", "entries")}, as ${who}`;
    }),
});
