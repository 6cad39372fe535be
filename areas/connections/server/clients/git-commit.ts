// Commits changed files to a Git repository: builds the new objects from the fetched commit, and sends them as a pack.
// Nothing is written to disk, and no external program is run.
import { ConnectionFailure } from "../connection/failure.ts";
import { pktLine, pktLines } from "../connection/git-refs.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import { entriesOf, treeOf, type GitSnapshot } from "./git-files.ts";
import { sendPack } from "./git.ts";
import { idOf, writePack, type GitObject, type Pack } from "./git-pack.ts";

/** A new content, or null to delete the file. */
export type FileChanges = ReadonlyMap<string, Buffer | null>;

export interface CommitAbout {
  message: string;
  author: string;
  email: string;
  at: Date;
}

export interface NewCommit {
  id: string;
  objects: readonly GitObject[];
}

interface Entry {
  mode: string;
  name: string;
  id: string;
}

/** Changed files keep their modes. */
export function newCommit(
  { pack, commit }: Pick<GitSnapshot, "pack" | "commit">,
  changes: FileChanges,
  about: CommitAbout,
): NewCommit {
  const objects: GitObject[] = [];
  const add = (object: GitObject) => {
    objects.push(object);
    return idOf(object);
  };
  const split = [...changes].map(([path, content]) => ({ names: path.split("/"), content }));
  const tree = changedTree(pack, treeOf(pack, commit), { changes: split, add }) ?? add(treeObject([]));
  const person = `${plain(about.author)} <${plain(about.email)}> ${Math.floor(about.at.getTime() / 1_000)} +0000`;
  const content = [
    `tree ${tree}`,
    `parent ${commit}`,
    `author ${person}`,
    `committer ${person}`,
    "",
    about.message.trimEnd(),
    "",
  ];
  return { id: add({ type: "commit", content: Buffer.from(content.join("\n")) }), objects };
}

/** Angle brackets and line breaks would end the name. */
const plain = (text: string) => text.replaceAll(/[<>\r\n\0]/g, "").trim();

interface Changing {
  changes: readonly { names: readonly string[]; content: Buffer | null }[];
  add(object: GitObject): string;
}

/** Returns the id of the changed tree; undefined if it no longer has entries. */
function changedTree(pack: Pack, tree: string | undefined, { changes, add }: Changing): string | undefined {
  const entries = new Map<string, Entry>();
  if (tree !== undefined) for (const entry of entriesOf(pack.object(tree).content)) entries.set(entry.name, entry);
  for (const [name, inner] of Map.groupBy(changes, ({ names }) => names[0]!)) {
    const old = entries.get(name);
    const own = inner.find(({ names }) => names.length === 1);
    const below = inner.filter(({ names }) => names.length > 1);
    if (below.length > 0) {
      const within = below.map(({ names, content }) => ({ names: names.slice(1), content }));
      const id = changedTree(pack, old?.mode === "40000" ? old.id : undefined, { changes: within, add });
      if (id === undefined) entries.delete(name);
      else entries.set(name, { mode: "40000", name, id });
    } else if (own!.content === null) entries.delete(name);
    else {
      const mode = old?.mode.startsWith("100") ? old.mode : "100644";
      entries.set(name, { mode, name, id: add({ type: "blob", content: own!.content }) });
    }
  }
  return entries.size === 0 ? undefined : add(treeObject([...entries.values()]));
}

/** Git sorts folders as if their names ended with a slash. */
function treeObject(entries: readonly Entry[]): GitObject {
  const key = ({ mode, name }: Entry) => Buffer.from(mode === "40000" ? `${name}/` : name);
  const sorted = entries.toSorted((a, b) => Buffer.compare(key(a), key(b)));
  const content = sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
  return { type: "tree", content: Buffer.concat(content) };
}

const none = "0".repeat(40);

export interface Push {
  branch: string;
  /** The commit that the branch must point to; undefined for a new branch. Default with `force`: any commit. */
  from: string | undefined;
  force: boolean;
}

/** Updates the branch, unless another commit was pushed to it in the meantime. */
export async function pushCommit(
  connection: OpenConnection,
  way: Way,
  { id, objects }: NewCommit,
  { branch, from, force }: Push,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const { answer } = await sendPack(connection, way, ({ commits }) => {
    const present = commits.get(ref);
    if (present !== from && !force)
      throw new ConnectionFailure(`The branch ${branch} was changed in the meantime`, "Run the action again.");
    const command = `${present ?? none} ${id} ${ref}\0 report-status agent=quarterdeck`;
    return Buffer.concat([Buffer.from(`${pktLine(command)}0000`), writePack(objects)]);
  });
  judge(
    [...pktLines(answer)].filter((line) => line !== null),
    branch,
  );
}

/** https://git-scm.com/docs/pack-protocol#_report_status */
function judge(report: readonly string[], branch: string): void {
  const unpacked = report.find((line) => line.startsWith("unpack "));
  const refused = report.map((line) => /^ng \S+ (.*)$/.exec(line)?.[1]).find(Boolean);
  if (unpacked === "unpack ok" && refused === undefined && report.some((line) => line.startsWith("ok "))) return;
  const reason = refused ?? unpacked?.slice("unpack ".length);
  throw new ConnectionFailure(
    `The Git server refuses the commit to ${branch}${reason === undefined ? "" : `: ${reason}`}`,
    "Check the rights of the user and the rules of the branch.",
  );
}
