// Reads the files of a Git repository at one commit: fetches them without history and reads them from the pack. Nothing
// is written to disk, and no external program is run.
import { ConnectionFailure } from "../connection/failure.ts";
import { pktLine, type Refs } from "../connection/git-refs.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import { fetchPack } from "./git.ts";
import { packIn, readPack, type Pack } from "./git-pack.ts";

export interface GitFile {
  path: string;
  isExecutable: boolean;
  size(): number;
  read(): Buffer;
}

export interface GitFiles {
  commit: string;
  /** Yields files in order, with slashes in their paths. Symbolic links and submodules are left out. */
  files(): Generator<GitFile>;
  /** Yields symbolic links with their targets as written. */
  links(): Generator<{ path: string; to: string }>;
}

/** A commit with the objects of its files, and the refs of its repository. */
export interface GitSnapshot {
  commit: string;
  pack: Pack;
  refs: Refs;
}

export async function withGitFiles<T>(
  connection: OpenConnection,
  way: Way,
  { ref, work }: { ref: string | undefined; work: (files: GitFiles) => Promise<T> },
): Promise<T> {
  return work(filesAt(await fetchSnapshot(connection, way, ref)));
}

export function filesAt({ commit, pack }: Pick<GitSnapshot, "commit" | "pack">): GitFiles {
  const all = () => entriesBelow(pack, treeOf(pack, commit), { left: maxEntries });
  return { commit, files: () => filesIn(pack, all()), links: () => linksIn(pack, all()) };
}

/** `ref` may be a function that chooses one of the refs in the repository. */
export async function fetchSnapshot(
  connection: OpenConnection,
  way: Way,
  ref: string | undefined | ((refs: Refs) => string | undefined),
): Promise<GitSnapshot> {
  let wanted = "";
  const { answer, refs: all } = await fetchPack(connection, way, (refs) => {
    wanted = idOf(refs, typeof ref === "function" ? ref(refs) : ref);
    // Requests only the objects of the commit itself.
    return [
      pktLine(`want ${wanted} side-band-64k ofs-delta no-progress agent=quarterdeck\n`),
      pktLine("deepen 1\n"),
      "0000",
      pktLine("done\n"),
    ].join("");
  });
  const pack = await readPack(packIn(answer));
  return { commit: commitOf(pack, wanted), pack, refs: all };
}

function idOf({ commits }: Refs, ref: string | undefined): string {
  if (commits.size === 0 || (commits.size === 1 && commits.has("capabilities^{}")))
    throw new ConnectionFailure("The repository is empty", "Push a commit to it first.");
  const names = ref ? [`refs/heads/${ref}`, `refs/tags/${ref}`, ref] : ["HEAD", "refs/heads/main", "refs/heads/master"];
  const found = names.map((name) => commits.get(name)).find((id) => id !== undefined);
  if (found !== undefined) return found;
  if (ref !== undefined && /^[0-9a-f]{40}$/.test(ref)) return ref;
  throw new ConnectionFailure("The repository has no branch or tag with that name", "Check the ref.");
}

/** Follows an annotated tag to its commit. */
function commitOf(pack: Pack, id: string): string {
  const object = pack.object(id);
  if (object.type === "commit") return id;
  const [, target] = /^object ([0-9a-f]{40})$/m.exec(object.content.toString("utf8")) ?? [];
  if (object.type === "tag" && target !== undefined) return commitOf(pack, target);
  throw new ConnectionFailure("The Git reference does not point to a commit", "Check the ref.");
}

export const treeOf = (pack: Pack, commit: string) =>
  /^tree ([0-9a-f]{40})/.exec(pack.object(commit).content.toString("utf8"))![1]!;

function* filesIn(pack: Pack, entries: Iterable<Entry>): Generator<GitFile> {
  for (const { mode, path, id } of entries)
    if (mode.startsWith("100")) {
      const content = () => pack.object(id).content;
      yield { path, isExecutable: mode === "100755", size: () => content().length, read: content };
    }
}

function* linksIn(pack: Pack, entries: Iterable<Entry>): ReturnType<GitFiles["links"]> {
  for (const { mode, path, id } of entries)
    if (mode === "120000") yield { path, to: pack.object(id).content.toString("utf8") };
}

interface Entry {
  mode: string;
  path: string;
  id: string;
}

/** The same folder can be part of many others, so a small pack may contain more files than can be processed. */
const maxEntries = 250_000;
const maxDepth = 200;

function* entriesBelow(
  pack: Pack,
  tree: string,
  bound: { left: number },
  folders: readonly string[] = [],
): Generator<Entry> {
  if (folders.length > maxDepth) throw tooMany();
  const names = new Set<string>();
  for (const { mode, name, id } of entriesOf(pack.object(tree).content)) {
    if ((bound.left -= 1) < 0) throw tooMany();
    // Git also refuses these names, because they would lead outside the folder or hide other files.
    if (/^(?:|\.|\.\.|\.git)$|[/\0]/i.test(name) || names.has(name))
      throw new ConnectionFailure(`The repository has a file with the invalid name ${JSON.stringify(name)}`);
    names.add(name);
    if (mode === "40000") yield* entriesBelow(pack, id, bound, [...folders, name]);
    else yield { mode, path: [...folders, name].join("/"), id };
  }
}

const tooMany = () =>
  new ConnectionFailure(
    `The repository has more than ${maxEntries} files, or folders nested deeper than ${maxDepth} levels`,
    "Use a smaller repository.",
  );

/** An entry consists of `mode name`, a zero byte, and an id of twenty bytes. */
export function* entriesOf(tree: Buffer): Generator<{ mode: string; name: string; id: string }> {
  for (let at = 0; at < tree.length;) {
    const end = tree.indexOf(0, at);
    const [mode = "", name = ""] = tree.toString("utf8", at, end).split(/ (.*)/s);
    yield { mode, name, id: tree.toString("hex", end + 1, end + 21) };
    at = end + 21;
  }
}
