// A session with an SFTP server.
import { promisify } from "node:util";
import type { FileEntryWithStats } from "ssh2";
import { readAddress, signInOf } from "../connection/address.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import { withSsh } from "../connection/ssh.ts";

export const defaultPort = 22;

export interface SftpSession {
  user: string;
  /** The product name that the server announces. */
  product: string;
  /** A description of the server's key, if the connection does not contain a key. */
  shownKey: string;
  /** The folder in the address; "." is the home folder. */
  folder: string;
  list(folder: string): Promise<FileEntryWithStats[]>;
}

/** Signs in, runs `work`, and closes the connection. */
export async function withSftp<T>(
  connection: OpenConnection,
  way: Way,
  work: (session: SftpSession) => Promise<T>,
): Promise<T> {
  const at = readAddress(connection.url, { sftp: defaultPort, ssh: defaultPort });
  const { user, password } = signInOf(at, connection);
  // A port in the address takes precedence, because the property has a default even if the user did not set a port.
  const propertyPort = Number(connection.properties["port"]) || defaultPort;
  const target = {
    host: at.host,
    port: at.port === defaultPort ? propertyPort : at.port,
    user,
    password,
    key: connection.certificate ?? undefined,
    hostKey: connection.properties["hostKey"],
  };
  return withSsh(way, target, async ({ client, product, shownKey }) => {
    const files = await promisify(client.sftp.bind(client))();
    const readFolder = promisify(files.readdir.bind(files));
    return work({
      user,
      product: product(),
      shownKey: shownKey(),
      folder: at.path === "" ? "." : `/${at.path}`,
      list: (folder) =>
        readFolder(folder).catch((error: { code?: unknown }) => {
          throw refusal(error.code) ?? error;
        }),
    });
  });
}

/** The server refuses one folder. Other folders may be readable. */
export class SftpFolderRefused extends ConnectionFailure {}

/** Translates SFTP status codes. */
function refusal(code: unknown): SftpFolderRefused | undefined {
  if (code === 2) return new SftpFolderRefused("The folder does not exist", "Check the path.");
  if (code === 3)
    return new SftpFolderRefused("This user is not allowed to list the folder", "Allow it on the server.");
  return undefined;
}
