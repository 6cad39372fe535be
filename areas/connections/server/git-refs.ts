// What a Git server says of its branches and tags: lines with their length before them (gitprotocol-pack), as the old
// protocol lists them at once and as the second one is asked for them (gitprotocol-v2).
import { ConnectionFailure } from "./failure.ts";

export interface Refs {
  /** By full name, `refs/heads/main`; HEAD is one of them. */
  commits: ReadonlyMap<string, string>;
  /** The server speaks the second protocol, and lists nothing unless it is asked. */
  mustBeAsked: boolean;
}

/** Each line, without the newline that ends it; null between sections. Stops where the bytes do. */
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
    if (line.startsWith("ERR ")) throw new ConnectionFailure(`Git says: ${line.slice(4)}`, "Check the URL.");
    // Old: commit, name and, behind a zero on the first line, abilities. New: commit, name and attributes.
    const [, commit, name] = /^([0-9a-f]{40,64}) ([^\0 ]+)/.exec(line) ?? [];
    if (commit === undefined || name === undefined) throw notGit();
    commits.set(name, commit);
  }
  return { commits, mustBeAsked: false };
}

/** Whether the list has come to its end. */
export function isWholeList(bytes: Buffer): boolean {
  return [...pktLines(bytes)].at(-1) === null;
}

/** Asks for what is named like this only: a repository may have hundreds of thousands. */
export const askForRefs = (ref: string) =>
  [
    pktLine("command=ls-refs\n"),
    "0001",
    ...["HEAD", `refs/heads/${ref}`, `refs/tags/${ref}`].map((prefix) => pktLine(`ref-prefix ${prefix}\n`)),
    "0000",
  ].join("");

/** "branch main at 1a2b3c4". */
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
    "The repository has no branch or tag of that name",
    commits.size === 0 ? "Push something to it first, or check the ref." : "Check the ref.",
  );
}

export const notGit = () =>
  new ConnectionFailure("It is no Git repository that answers there", "Check the URL: it is the one that is cloned.");
