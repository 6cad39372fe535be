// A session with a server of files over SSH.
import { promisify } from "node:util";
import type { FileEntryWithStats } from "ssh2";
import { readAddress, signInOf } from "../address.ts";
import { ConnectionFailure } from "../failure.ts";
import type { OpenConnection } from "../sealed.ts";
import type { Way } from "../session.ts";
import { withSsh } from "../ssh.ts";

export const usualPort = 22;

export interface SftpSession {
  user: string;
  /** As the server calls itself. */
  product: string;
  /** What to tell about its key where nobody wrote down which it is. */
  shownKey: string;
  /** That the address names; the home folder is ".". */
  folder: string;
  list(folder: string): Promise<FileEntryWithStats[]>;
}

/** Signs in, does the work, and hangs up. */
export async function withSftp<T>(
  connection: OpenConnection,
  way: Way,
  work: (session: SftpSession) => Promise<T>,
): Promise<T> {
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

/** The server refuses one folder; others may be readable. */
export class SftpFolderRefused extends ConnectionFailure {}

/** As SFTP numbers them. */
function refusal(code: unknown): SftpFolderRefused | undefined {
  if (code === 2) return new SftpFolderRefused("There is no such folder", "Check the path.");
  if (code === 3) return new SftpFolderRefused("This user may not list the folder", "Allow it at the server.");
  return undefined;
}
