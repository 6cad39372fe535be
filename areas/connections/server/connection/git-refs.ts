// Parses the refs that a Git server lists as packet lines (gitprotocol-pack). Protocol version 0 lists them at once,
// version 2 on request (gitprotocol-v2).
import { ConnectionFailure } from "./failure.ts";

export interface Refs {
  /** Commits by full ref name, such as `refs/heads/main`, and by HEAD. */
  commits: ReadonlyMap<string, string>;
  /** Whether the server uses protocol version 2 and lists refs only on request. */
  mustBeAsked: boolean;
}

/** Yields each line without its newline, and null between sections. Stops at an incomplete line. */
export function* pktLines(bytes: Buffer): Generator<string | null> {
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = Number.parseInt(bytes.toString("latin1", at, at + 4), 16);
    if (Number.isNaN(length) || length === 3) throw notGit();
    if (length > 4 && at + length > bytes.length) return;
    yield length <= 4 ? null : bytes.toString("utf8", at + 4, at + length).replace(/\n$/, "");
    at += Math.max(length, 4);
  }
}

export const pktLine = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, "0")}${text}`;

export function readRefs(bytes: Buffer): Refs {
  const commits = new Map<string, string>();
  for (const line of pktLines(bytes)) {
    if (line === null || line.startsWith("# service=") || line === "version 1") continue;
    if (line === "version 2") return { commits, mustBeAsked: true };
    if (line.startsWith("ERR "))
      throw new ConnectionFailure(`The Git server reports: ${line.slice(4)}`, "Check the URL.");
    // Version 0: commit, name and, after a zero byte on the first line, capabilities. Version 2: commit, name and
    // attributes.
    const [, commit, name] = /^([0-9a-f]{40,64}) ([^\0 ]+)/.exec(line) ?? [];
    if (commit === undefined || name === undefined) throw notGit();
    commits.set(name, commit);
  }
  return { commits, mustBeAsked: false };
}

/** Whether the list of refs is complete. */
export function isWholeList(bytes: Buffer): boolean {
  return [...pktLines(bytes)].at(-1) === null;
}

/** Requests only refs with this prefix, because a repository may have hundreds of thousands. */
export const askForRefs = (ref: string) =>
  [
    pktLine("command=ls-refs\n"),
    "0001",
    ...["HEAD", `refs/heads/${ref}`, `refs/tags/${ref}`].map((prefix) => pktLine(`ref-prefix ${prefix}\n`)),
    "0000",
  ].join("");

/** Describes a ref, such as "branch main at 1a2b3c4". */
export function describeRef({ commits }: Refs, ref: string): string {
  const kinds = [
    ["branch", `refs/heads/${ref}`],
    ["tag", `refs/tags/${ref}`],
    ["ref", ref],
  ] as const;
  for (const [kind, name] of kinds) {
    const commit = commits.get(name);
    if (commit !== undefined) return `${kind} ${ref} at ${commit.slice(0, 7)}`;
  }
  throw new ConnectionFailure(
    "The repository has no branch or tag with that name",
    commits.size === 0 ? "Push a commit to it first, or check the ref." : "Check the ref.",
  );
}

export const notGit = () =>
  new ConnectionFailure(
    "There is no Git repository at this address",
    "Check the URL: use the one that git clone uses.",
  );
