// A session with a share of a Windows or Samba server.
import { NotSmb } from "#lib/smb/transport.ts";
import { openSmb, type SmbShare } from "#lib/smb/open-smb.ts";
import { SmbFailure, status } from "#lib/smb/smb-failure.ts";
import { ConnectionFailure, refusedCredentials } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, type Way } from "../connection/session.ts";

/** Signs in, runs `work`, and closes the connection. */
export async function withSmb<T>(
  { username, password, properties }: OpenConnection,
  way: Way,
  work: (share: SmbShare) => Promise<T>,
): Promise<T> {
  const { server: host = "", sharename: share = "" } = properties;
  const user = readUser(username || "Guest", password ?? "");
  const socket = await openSocket(way, { host, port: Number(properties["port"]) || 445 });
  const close = () => socket.destroy();
  return closing(way.signal, close, async () => {
    try {
      const opened = await openSmb(socket, { host, share, user: { ...user, workstation: properties["workstation"] } });
      const done = await work(opened);
      await opened.leave();
      return done;
    } catch (error) {
      throw refusal(error) ?? error;
    }
  });
}

const folderErrors: readonly number[] = [
  status.accessDenied,
  status.nameNotFound,
  status.pathNotFound,
  status.notAFolder,
];

/** Whether the error concerns a single folder; other folders may still be readable. */
export const isSmbFolderError = (error: unknown): boolean =>
  error instanceof SmbFailure && folderErrors.includes(error.status);

function readUser(username: string, password: string) {
  const slash = username.indexOf("\\");
  return { name: username.slice(slash + 1), domain: slash < 0 ? "" : username.slice(0, slash), password };
}

function refusal(error: unknown): ConnectionFailure | undefined {
  // A truncated reply means that the server uses a different protocol.
  if (error instanceof NotSmb || error instanceof RangeError)
    return new ConnectionFailure(
      error instanceof NotSmb ? error.message : "The response is not in the SMB protocol",
      "Check the port. SMB usually uses port 445.",
    );
  if (!(error instanceof SmbFailure)) return undefined;
  switch (error.status) {
    case status.logonFailure:
      return refusedCredentials();
    case status.accountDisabled:
    case status.accountLockedOut:
    case status.accountRestriction:
    case status.passwordExpired:
      return new ConnectionFailure(
        "The server does not allow this user to sign in now",
        "Unlock the account, or renew its password.",
      );
    case status.badNetworkName:
      return new ConnectionFailure("The share does not exist", "Check the share.");
    case status.accessDenied:
      return new ConnectionFailure("This user is not allowed to read the share", "Allow it on the server.");
    case status.nameNotFound:
    case status.pathNotFound:
    case status.notAFolder:
      return new ConnectionFailure("The folder does not exist on the share", "Check the path.");
    default:
      return undefined;
  }
}
