import { promisify } from "node:util";
import { readAddress, signInOf } from "../address.ts";
import { connectionType } from "../connection-type.ts";
import { ConnectionFailure } from "../failure.ts";
import { credential, hostKey, line, port } from "../fields.ts";
import { withSsh } from "../ssh.ts";
import { countOf } from "../counted.ts";

const usualPort = 22;

export const sftp = connectionType({
  type: "sftp",
  title: "SFTP",
  icon: "sftp",
  group: "Files",
  fields: {
    host: line("Host", "url"),
    username: credential("Username", "username"),
    password: credential("Password", "password"),
    port: port("properties.port", usualPort),
    hostKey: hostKey(),
  },
  async test(connection, trial) {
    const at = readAddress(connection.url, { sftp: usualPort, ssh: usualPort });
    const { user, password } = signInOf(at, connection);
    // A port in the address is meant; the other one is there even when nobody wrote it.
    const given = Number(connection.properties["port"]) || usualPort;
    const target = {
      host: at.host,
      port: at.port === usualPort ? given : at.port,
      user,
      password,
      key: connection.certificate ?? undefined,
      hostKey: connection.properties["hostKey"],
    };
    return withSsh(trial, target, async ({ client, product, shownKey }) => {
      const files = await promisify(client.sftp.bind(client))();
      const folder = at.path === "" ? "." : `/${at.path}`;
      const found = await promisify(files.readdir.bind(files))(folder).catch((error: { code?: unknown }) => {
        throw refusal(error.code) ?? error;
      });
      return `${product()}, ${countOf(found.length, "entry", "entries")} in ${at.path === "" ? "the home folder" : folder}, as ${user}${shownKey()}`;
    });
  },
});

/** As SFTP numbers them. */
function refusal(code: unknown): ConnectionFailure | undefined {
  if (code === 2) return new ConnectionFailure("There is no such folder", "Check the path.");
  if (code === 3) return new ConnectionFailure("This user may not list the folder", "Allow it at the server.");
  return undefined;
}
