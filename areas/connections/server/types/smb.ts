import { NotSmb } from "#server/smb/transport.ts";
import { openSmb } from "#server/smb/open-smb.ts";
import { SmbFailure, status } from "#server/smb/smb-failure.ts";
import { connectionType } from "../connection-type.ts";
import { countOf } from "#language/words.ts";
import { ConnectionFailure, refusedCredentials } from "../failure.ts";
import { credential, line, port } from "../fields.ts";
import { closing, openSocket } from "../session.ts";

export const smb = connectionType({
  type: "smb",
  title: "SMB",
  icon: "smb",
  group: "Files",
  fields: {
    server: line("Server", "properties.server"),
    port: port("properties.port", 445),
    share: line("Share", "properties.sharename"),
    username: line("Username", "username", { description: "Of a domain: DOMAIN\\user" }).optional(),
    password: credential("Password", "password").optional(),
  },
  url: ({ server = "", port: at = "445", share = "" }) => `smb://${server}:${at}/${encodeURIComponent(share)}`,
  async test({ username, password, properties }, trial) {
    const { server: host = "", sharename: share = "", searchPath = "" } = properties;
    const user = readUser(username || "Guest", password ?? "");
    const socket = await openSocket(trial, { host, port: Number(properties["port"]) || 445 });
    const close = () => socket.destroy();
    return closing(trial.signal, close, async () => {
      try {
        const opened = await openSmb(socket, { host, share, user });
        const entries = await opened.list(searchPath);
        await opened.leave();
        const who = opened.isGuest ? "a guest" : username || "Guest";
        return `SMB ${opened.version}, share ${share}, ${countOf(entries.length, "entry", "entries")}, as ${who}`;
      } catch (error) {
        throw refusal(error) ?? error;
      }
    });
  },
});

function readUser(username: string, password: string) {
  const slash = username.indexOf("\\");
  return { name: username.slice(slash + 1), domain: slash < 0 ? "" : username.slice(0, slash), password };
}

function refusal(error: unknown): ConnectionFailure | undefined {
  // An answer that ends too early is one of something else.
  if (error instanceof NotSmb || error instanceof RangeError)
    return new ConnectionFailure(
      error instanceof NotSmb ? error.message : "It does not answer in SMB",
      "Check the port; SMB is usually found at 445.",
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
        "The server does not let this user in now",
        "Unlock the account, or renew its password.",
      );
    case status.badNetworkName:
      return new ConnectionFailure("There is no share of that name", "Check the share.");
    case status.accessDenied:
      return new ConnectionFailure("This user may not read the share", "Allow it at the server.");
    case status.nameNotFound:
    case status.pathNotFound:
    case status.notAFolder:
      return new ConnectionFailure("The share has no folder of that path", "Check the path.");
    default:
      return undefined;
  }
}
