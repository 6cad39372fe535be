// Lists the branches and tags of a Git repository, and fetches and sends packs, over HTTP or SSH.
import { readAddress, signInOf, unreadable, type Address, basicAuth } from "../connection/address.ts";
import { ConnectionFailure, refusedCredentials } from "../connection/failure.ts";
import { askForRefs, isWholeList, notGit, readRefs, type Refs } from "../connection/git-refs.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { timeoutMs, type Way } from "../connection/session.ts";
import { withSsh } from "../connection/ssh.ts";

interface Listed {
  refs: Refs;
  /** Transport and user, such as "HTTPS, as ada". */
  where: string;
}

/** Builds the request from the refs that the server listed; returns undefined to send no request. */
export type AskPack = (refs: Refs) => string | Buffer | undefined;

/** The program on the server: one program sends packs, the other receives them. */
type GitService = "git-upload-pack" | "git-receive-pack";

export interface PackAnswer {
  refs: Refs;
  /** The packets that the server sent. */
  answer: Buffer;
}

/** Requests a pack with protocol version 0, which every server supports. */
export const fetchPack = (connection: OpenConnection, way: Way, ask: AskPack): Promise<PackAnswer> =>
  exchangePack(connection, way, { service: "git-upload-pack", ask });

/** Sends a pack and the commands that use it. */
export const sendPack = (connection: OpenConnection, way: Way, ask: AskPack): Promise<PackAnswer> =>
  exchangePack(connection, way, { service: "git-receive-pack", ask });

interface PackExchange {
  service: GitService;
  ask: AskPack;
}

async function exchangePack(connection: OpenConnection, way: Way, exchange: PackExchange): Promise<PackAnswer> {
  const at = readGitAddress(connection.url);
  return at.scheme === "ssh" ? packOverSsh(at, connection, way, exchange) : packOverHttp(at, connection, way, exchange);
}

/** Lists at least the refs with the name `ref`; some servers list only those. */
export async function listRefs(connection: OpenConnection, way: Way, ref: string): Promise<Listed> {
  const at = readGitAddress(connection.url);
  return at.scheme === "ssh" ? overSsh(at, connection, way) : overHttp(at, ref, connection, way);
}

/** `git@host:group/project.git` means SSH, as in Git itself. */
function readGitAddress(url: string | null): Address {
  const short = /^(?:([^@/:]+)@)?([^/:]+):(?!\/\/)(.*)$/.exec(url?.trim() ?? "");
  if (short && !/^\d+(?:\/|$)/.test(short[3]!)) {
    const [, user = "git", host = "", path = ""] = short;
    // Git also refuses such a path, because the server would parse the path as an option.
    if (path.startsWith("-")) throw unreadable("https");
    return { scheme: "ssh", host, port: 22, user, password: "", path, query: new URLSearchParams() };
  }
  const at = readAddress(url, { https: 443, http: 80, ssh: 22, "git+ssh": 22 });
  return at.scheme === "git+ssh" || at.scheme === "ssh" ? { ...at, scheme: "ssh", path: `/${at.path}` } : at;
}

async function overSsh(at: Address, connection: OpenConnection, way: Way): Promise<Listed> {
  const { refs, where } = await packOverSsh(at, connection, way, { service: "git-upload-pack", ask: () => undefined });
  return { refs, where };
}

async function packOverSsh(
  at: Address,
  connection: OpenConnection,
  way: Way,
  { service, ask }: PackExchange,
): Promise<PackAnswer & { where: string }> {
  const auth = connection.properties["auth"];
  const key = auth === "None" || auth === "Basic" ? undefined : (connection.certificate ?? undefined);
  const password = key === undefined ? signInOf(at, connection).password : undefined;
  const user = at.user || connection.username || "git";
  const target = { host: at.host, port: at.port, user, key, password, hostKey: connection.properties["hostKey"] };
  return withSsh(way, target, async ({ client, product, shownKey }) => {
    const packAnswer = await new Promise<PackAnswer>((resolve, reject) => {
      // The path is quoted as one word of the shell.
      client.exec(`${service} '${at.path.replaceAll("'", `'\\''`)}'`, (error, stream) => {
        if (error) return reject(error);
        let pieces: Buffer[] = [];
        let size = 0;
        let complaint = "";
        let refs: Refs | undefined;
        stream.stderr.on("data", (bytes: Buffer) => {
          complaint = `${complaint}${bytes.toString()}`.slice(0, 500);
        });
        stream.on("data", (bytes: Buffer) => {
          pieces.push(bytes);
          size += bytes.length;
          if (size > (refs ? maxPackBytes : maxListBytes)) return reject(refs ? tooLarge() : tooLong());
          // The list is parsed only when its end marker may have arrived, because it can be long.
          if (refs || !Buffer.concat(pieces.slice(-4)).subarray(-4).equals(listEnd)) return;
          try {
            const got = Buffer.concat(pieces);
            if (!isWholeList(got)) return;
            refs = readRefs(got);
            const request = ask(refs);
            pieces = [];
            size = 0;
            stream.end(request ?? listEnd);
            if (request === undefined) resolve({ refs, answer: Buffer.alloc(0) });
          } catch (wrong) {
            reject(wrong);
          }
        });
        stream.on("close", () =>
          refs && size > 0 ? resolve({ refs, answer: Buffer.concat(pieces) }) : reject(noRepository(complaint)),
        );
      });
    });
    return { ...packAnswer, where: `SSH from ${product()}, as ${user}${shownKey()}` };
  });
}

const listEnd = Buffer.from("0000");
const maxListBytes = 32 * 1024 * 1024;

/** Maximum size of a pack. */
export const maxPackBytes = 128 * 1024 * 1024;
const packMs = 5 * 60_000;

const tooLarge = () =>
  new ConnectionFailure(
    `The repository is larger than ${maxPackBytes / 1024 / 1024} MiB`,
    "Move the files that are needed into a smaller repository.",
  );

const tooLong = () => new ConnectionFailure("The repository has too many branches and tags");

const noRepository = (complaint: string) =>
  /not appear to be a git repository|not found|no such/i.test(complaint)
    ? new ConnectionFailure(
        "The repository does not exist, or this user is not allowed to read it",
        "Check the path in the URL.",
      )
    : notGit();

function httpRepository(at: Address, connection: OpenConnection) {
  const { user, password } = signInOf(at, connection);
  const isAnonymous = connection.properties["auth"] === "None";
  const text = connection.url!.trim();
  const repository = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const base = `${repository.origin}${repository.pathname.replace(/\/$/, "")}`;
  const headers = isAnonymous ? {} : basicAuth(user, password);
  const where = `${at.scheme === "https" ? "HTTPS" : "HTTP"}${isAnonymous || user === "" ? "" : `, as ${user}`}`;
  return { base, headers, tls: { insecure: connection.insecure_tls }, where };
}

const packType = (service: GitService) => ({ "content-type": `application/x-${service}-request` });

/** Sends the pack request to the address after redirects, as Git does. */
const packAddress = (url: string, service: GitService) => url.replace(/\/info\/refs\?.*$/, `/${service}`);

async function overHttp(
  at: Address,
  ref: string,
  connection: OpenConnection,
  { outbound, signal }: Way,
): Promise<Listed> {
  const { base, headers: who, tls, where } = httpRepository(at, connection);
  const headers = { ...who, "git-protocol": "version=2" };
  const options = { tls, timeoutMs: timeoutMs, signal };
  const listed = await outbound.fetch(`${base}/info/refs?service=git-upload-pack`, { ...options, headers });
  judge(listed.status);
  if (!listed.headers["content-type"]?.startsWith("application/x-git-upload-pack-advertisement")) throw notGit();
  const refs = readRefs(listed.body);
  if (!refs.mustBeAsked) return { refs, where };
  const answered = await outbound.fetch(packAddress(listed.url, "git-upload-pack"), {
    ...options,
    method: "POST",
    headers: { ...headers, ...packType("git-upload-pack") },
    body: askForRefs(ref),
  });
  judge(answered.status);
  return { refs: readRefs(answered.body), where };
}

async function packOverHttp(
  at: Address,
  connection: OpenConnection,
  { outbound, signal }: Way,
  { service, ask }: PackExchange,
): Promise<PackAnswer> {
  const { base, headers, tls } = httpRepository(at, connection);
  const listing = { headers, tls, timeoutMs: timeoutMs, maxBytes: maxListBytes, signal };
  const listed = await outbound.fetch(`${base}/info/refs?service=${service}`, listing);
  judge(listed.status);
  if (!listed.headers["content-type"]?.startsWith(`application/x-${service}-advertisement`)) throw notGit();
  const refs = readRefs(listed.body);
  const body = ask(refs);
  if (body === undefined) return { refs, answer: Buffer.alloc(0) };
  const answered = await outbound.fetch(packAddress(listed.url, service), {
    ...listing,
    method: "POST",
    headers: { ...headers, ...packType(service) },
    body,
    timeoutMs: packMs,
    maxBytes: maxPackBytes,
  });
  judge(answered.status);
  return { refs, answer: answered.body };
}

function judge(status: number): void {
  if (status === 401 || status === 403) throw refusedCredentials();
  if (status === 404)
    throw new ConnectionFailure(
      "The repository does not exist, or this user is not allowed to read it",
      "Check the URL.",
    );
  if (status >= 300) throw new ConnectionFailure(`The server responded with status ${status}`, "Check the URL.");
}
