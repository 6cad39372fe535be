// The files of a Git repository at one commit: fetched without its history over the ways that connections have, and read from
// the pack. Nothing is written to disk, and no program is run with what somebody else wrote.
import { ConnectionFailure } from "../failure.ts";
import { pktLine, type Refs } from "../git-refs.ts";
import type { OpenConnection } from "../sealed.ts";
import type { Way } from "../session.ts";
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
  /** Paths with slashes, in order; links and modules are left out. */
  files(): Generator<GitFile>;
  /** And where they lead, as it is written. */
  links(): Generator<{ path: string; to: string }>;
}

export async function withGitFiles<T>(
  connection: OpenConnection,
  way: Way,
  { ref, work }: { ref: string | undefined; work: (files: GitFiles) => Promise<T> },
): Promise<T> {
  let wanted = "";
  const { answer } = await fetchPack(connection, way, (refs) => {
    wanted = idOf(refs, ref);
    // Nothing but what the commit itself holds.
    return [
      pktLine(`want ${wanted} side-band-64k ofs-delta no-progress agent=quarterdeck\n`),
      pktLine("deepen 1\n"),
      "0000",
      pktLine("done\n"),
    ].join("");
  });
  const pack = await readPack(packIn(answer));
  const commit = commitOf(pack, wanted);
  const all = () => entriesBelow(pack, treeOf(pack, commit), { left: mostEntries });
  return work({ commit, files: () => filesIn(pack, all()), links: () => linksIn(pack, all()) });
}

function idOf({ commits }: Refs, ref: string | undefined): string {
  if (commits.size === 0 || (commits.size === 1 && commits.has("capabilities^{}")))
    throw new ConnectionFailure("The repository is empty", "Push something to it first.");
  const names = ref ? [`refs/heads/${ref}`, `refs/tags/${ref}`, ref] : ["HEAD", "refs/heads/main", "refs/heads/master"];
  const found = names.map((name) => commits.get(name)).find((id) => id !== undefined);
  if (found !== undefined) return found;
  if (ref !== undefined && /^[0-9a-f]{40}$/.test(ref)) return ref;
  throw new ConnectionFailure("The repository has no branch or tag of that name", "Check the ref.");
}

/** A tag that says something leads to what it is of. */
function commitOf(pack: Pack, id: string): string {
  const object = pack.object(id);
  if (object.type === "commit") return id;
  const [, of] = /^object ([0-9a-f]{40})$/m.exec(object.content.toString("utf8")) ?? [];
  if (object.type === "tag" && of !== undefined) return commitOf(pack, of);
  throw new ConnectionFailure("The ref does not lead to a commit", "Check the ref.");
}

const treeOf = (pack: Pack, commit: string) =>
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

/** One folder can stand in many others: a small pack may hold more files than anybody can go through. */
const mostEntries = 250_000;
const deepest = 200;

function* entriesBelow(
  pack: Pack,
  tree: string,
  bound: { left: number },
  folders: readonly string[] = [],
): Generator<Entry> {
  if (folders.length > deepest) throw tooMany();
  const names = new Set<string>();
  for (const { mode, name, id } of entriesOf(pack.object(tree).content)) {
    if ((bound.left -= 1) < 0) throw tooMany();
    // As Git itself refuses them: they would lead elsewhere, or hide one another.
    if (/^(?:|\.|\.\.|\.git)$|[/\0]/i.test(name) || names.has(name))
      throw new ConnectionFailure(`The repository has a file of the name ${JSON.stringify(name)}, which cannot be one`);
    names.add(name);
    if (mode === "40000") yield* entriesBelow(pack, id, bound, [...folders, name]);
    else yield { mode, path: [...folders, name].join("/"), id };
  }
}

const tooMany = () =>
  new ConnectionFailure(
    `The repository has more files than the ${mostEntries} that are read here, or deeper folders than ${deepest}`,
    "Keep what is to be read in a repository of its own.",
  );

/** `mode name`, a zero, and twenty bytes. */
function* entriesOf(tree: Buffer): Generator<{ mode: string; name: string; id: string }> {
  for (let at = 0; at < tree.length;) {
    const end = tree.indexOf(0, at);
    const [mode = "", name = ""] = tree.toString("utf8", at, end).split(/ (.*)/s);
    yield { mode, name, id: tree.toString("hex", end + 1, end + 21) };
    at = end + 21;
  }
}
