// The branches and tags of a Git repository, over HTTP or SSH.
import { readAddress, signInOf, unreadable, type Address } from "../address.ts";
import { basicAuth } from "../basic-auth.ts";
import { ConnectionFailure, refusedCredentials } from "../failure.ts";
import { askForRefs, isWholeList, notGit, readRefs, type Refs } from "../git-refs.ts";
import type { OpenConnection } from "../sealed.ts";
import { patienceMs, type Way } from "../session.ts";
import { withSsh } from "../ssh.ts";

interface Listed {
  refs: Refs;
  /** How it was reached, and as whom: "HTTPS, as ada". */
  where: string;
}

/** Those at least that are named like `ref`: some servers list no others. */
export async function listRefs(connection: OpenConnection, way: Way, ref: string): Promise<Listed> {
  const at = readGitAddress(connection.url);
  return at.scheme === "ssh" ? overSsh(at, connection, way) : overHttp(at, ref, connection, way);
}

/** `git@host:group/project.git` means SSH, as Git itself reads it. */
function readGitAddress(url: string | null): Address {
  const short = /^(?:([^@/:]+)@)?([^/:]+):(?!\/\/)(.*)$/.exec(url?.trim() ?? "");
  if (short && !/^\d+(?:\/|$)/.test(short[3]!)) {
    const [, user = "git", host = "", path = ""] = short;
    // Git refuses it too: the other side would take it for an option.
    if (path.startsWith("-")) throw unreadable("https");
    return { scheme: "ssh", host, port: 22, user, password: "", path, query: new URLSearchParams() };
  }
  const at = readAddress(url, { https: 443, http: 80, ssh: 22, "git+ssh": 22 });
  return at.scheme === "git+ssh" || at.scheme === "ssh" ? { ...at, scheme: "ssh", path: `/${at.path}` } : at;
}

async function overSsh(at: Address, connection: OpenConnection, way: Way): Promise<Listed> {
  const auth = connection.properties["auth"];
  const key = auth === "None" || auth === "Basic" ? undefined : (connection.certificate ?? undefined);
  const password = key === undefined ? signInOf(at, connection).password : undefined;
  const user = at.user || connection.username || "git";
  const target = { host: at.host, port: at.port, user, key, password, hostKey: connection.properties["hostKey"] };
  return withSsh(way, target, async ({ client, product, shownKey }) => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      // As a word of a shell, whatever is in it.
      client.exec(`git-upload-pack '${at.path.replaceAll("'", `'\\''`)}'`, (error, stream) => {
        if (error) return reject(error);
        const pieces: Buffer[] = [];
        let size = 0;
        let complaint = "";
        stream.stderr.on("data", (bytes: Buffer) => {
          complaint = `${complaint}${bytes.toString()}`.slice(0, 500);
        });
        stream.on("data", (bytes: Buffer) => {
          pieces.push(bytes);
          size += bytes.length;
          if (size > longestList) return reject(tooLong());
          // Looked at only when it may be the end: a list can be long.
          if (!Buffer.concat(pieces.slice(-4)).subarray(-4).equals(listEnd)) return;
          try {
            const got = Buffer.concat(pieces);
            if (!isWholeList(got)) return;
            // Nothing is wanted of what it has.
            stream.end(listEnd);
            resolve(got);
          } catch (wrong) {
            reject(wrong);
          }
        });
        stream.on("close", () => reject(noRepository(complaint)));
      });
    });
    return { refs: readRefs(bytes), where: `SSH from ${product()}, as ${user}${shownKey()}` };
  });
}

const listEnd = Buffer.from("0000");
const longestList = 32 * 1024 * 1024;

const tooLong = () => new ConnectionFailure("The repository lists more branches and tags than are read here");

const noRepository = (complaint: string) =>
  /not appear to be a git repository|not found|no such/i.test(complaint)
    ? new ConnectionFailure(
        "There is no repository of that name, or this user may not see it",
        "Check the path in the URL.",
      )
    : notGit();

async function overHttp(
  at: Address,
  ref: string,
  connection: OpenConnection,
  { outbound, signal }: Way,
): Promise<Listed> {
  const { user, password } = signInOf(at, connection);
  const isAnonymous = connection.properties["auth"] === "None";
  const text = connection.url!.trim();
  const repository = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  repository.username = "";
  repository.password = "";
  const base = `${repository.origin}${repository.pathname.replace(/\/$/, "")}`;
  const headers = { ...(isAnonymous ? {} : basicAuth(user, password)), "git-protocol": "version=2" };
  const options = { tls: { insecure: connection.insecure_tls }, timeoutMs: patienceMs, signal };
  const told = await outbound.fetch(`${base}/info/refs?service=git-upload-pack`, { ...options, headers });
  judge(told.status);
  if (!told.headers["content-type"]?.startsWith("application/x-git-upload-pack-advertisement")) throw notGit();
  const where = `${at.scheme === "https" ? "HTTPS" : "HTTP"}${isAnonymous || user === "" ? "" : `, as ${user}`}`;
  const refs = readRefs(told.body);
  if (!refs.mustBeAsked) return { refs, where };
  // Where it was sent on to, as Git itself does.
  const asked = await outbound.fetch(told.url.replace(/\/info\/refs\?.*$/, "/git-upload-pack"), {
    ...options,
    method: "POST",
    headers: { ...headers, "content-type": "application/x-git-upload-pack-request" },
    body: askForRefs(ref),
  });
  judge(asked.status);
  return { refs: readRefs(asked.body), where };
}

function judge(status: number): void {
  if (status === 401 || status === 403) throw refusedCredentials();
  if (status === 404)
    throw new ConnectionFailure("There is no repository of that name, or this user may not see it", "Check the URL.");
  if (status >= 300) throw new ConnectionFailure(`The server answers ${status}`, "Check the URL.");
}
