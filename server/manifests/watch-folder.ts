// The folder of manifests (MANIFESTS_DIR): whatever is written in it is there, whatever is taken out is ended. Looked at when
// the system says that something changed in it, and every few seconds anyway, because not every file system says so. One process
// of several does the work; what it writes all of them see.
//
// A file that cannot be read as it is removes nothing. Nor does one that was just emptied: somebody may be about to write it.
import { watch, type FSWatcher } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { System } from "../area.ts";
import type { JobResource } from "../jobs/definition.ts";
import { createFaults } from "./faults.ts";
import { findFiles, mostFiles, type FoundFile } from "./find-files.ts";
import { createLead } from "./lead.ts";
import type { ManifestKind, ManifestName } from "./manifest-kind.ts";

export const sourcePrefix = "file:";

export interface FolderTimes {
  /** After the last word of the system; editors write a file in several steps. */
  settleMs: number;
  lookMs: number;
  /** How long something must be gone before it is ended. */
  goneMs: number;
}

const usualTimes: FolderTimes = { settleMs: 100, lookMs: 1_500, goneMs: 400 };

/** What is known of a file that was looked at. */
interface KnownFile {
  signature: string;
  text: string;
  items: number;
  faults: readonly string[];
  /** Unknown fields: what the file says is applied without them. */
  warnings: readonly string[];
  ignored: readonly string[];
  resources: readonly { resource: JobResource; errors: readonly string[]; warnings: readonly string[] }[];
}

export function watchFolder(
  system: System,
  folder: string,
  kinds: readonly ManifestKind[],
  times: FolderTimes = usualTimes,
): { stop(): Promise<void> } {
  const { log } = system;
  const lead = createLead(system.db, "manifests");
  const faults = createFaults(system);
  const ended = new AbortController();
  const known = new Map<string, KnownFile>();
  let isFirst = true;
  let wake: (() => void) | undefined;
  let complaint: string | undefined;
  /** What is no fault of any file, in the look that goes on. */
  let notice: string | undefined;
  /** How many resources the look that goes on deleted. */
  let deleted = 0;

  const complain = (text: string | undefined) => {
    if (text !== undefined && text !== complaint) log.warn({ folder }, text);
    complaint = text;
  };

  async function look(): Promise<void> {
    if (!(await lead.isOurs())) {
      // Whoever leads meanwhile may write anything.
      known.clear();
      isFirst = true;
      return;
    }
    const startedAt = new Date();
    notice = undefined;
    deleted = 0;
    const looked = await findFiles(folder).catch((error: Error) => error);
    if (looked instanceof Error) {
      await note(startedAt, [`${folder} cannot be read: ${looked.message}. What came from it stays as it is.`], false);
      return;
    }
    const { files: found, unreadable, isCut } = looked;
    // First what is gone: what is written in another file now comes back there as what it was.
    let hasChanged = !isCut && (await endMissing(found, unreadable));
    for (const file of found)
      if (known.get(file.path)?.signature !== file.signature) hasChanged = (await takeFile(file)) || hasChanged;
    const wrong = unreadable.map(
      ({ path, reason }) => `${path} cannot be read: ${reason}. What came from it stays as it is.`,
    );
    if (isCut)
      wrong.push(
        `${folder}: no more than ${mostFiles} files are read. While there are more, resources of files that are gone stay.`,
      );
    await note(startedAt, wrong, hasChanged);
    // What came from files of before is held against the folder until there is something in it, and each of that has been read:
    // one that went away meanwhile is missing, too.
    if (found.length > 0 && found.every(({ path }) => known.has(path))) isFirst = false;
  }

  /** Whether it says something else than before. */
  async function takeFile({ path, signature }: FoundFile): Promise<boolean> {
    const text = await readText(path);
    if (text === undefined) return false;
    const before = known.get(path);
    if (before && before.text === text) {
      before.signature = signature;
      return false;
    }
    const next = await applyText(path, text);
    // It changed again while somebody waited for it to settle; the next look takes it.
    if (next) known.set(path, { ...next, signature });
    return next !== undefined;
  }

  /** A file that exists and cannot be read is not gone. */
  const isGone = (path: string) =>
    stat(join(folder, path)).then(
      (about) => !about.isFile(),
      ({ code }: NodeJS.ErrnoException) => code === "ENOENT" || code === "ENOTDIR",
    );

  const readText = (path: string) => readFile(join(folder, path), "utf8").catch(() => undefined);

  async function applyText(path: string, text: string): Promise<Omit<KnownFile, "signature"> | undefined> {
    const usualName = basename(path).replace(/\.[^.]*$/, "");
    const read = kinds.map((kind) => ({ kind, ...kind.read(text, { usualName }) }));
    const items = read.reduce((sum, one) => sum + one.items.length, 0);
    const isLess = items < (known.get(path)?.items ?? 1);
    if (isLess) {
      await delay(times.goneMs, undefined, { signal: ended.signal });
      if ((await readText(path)) !== text) return undefined;
    }
    const at = (line: number, message: string) => `${path}:${line}: ${message}`;
    const told = new Set<string>();
    const resources: KnownFile["resources"][number][] = [];
    const warnings: string[] = [];
    for (const { kind, items: own, faults: bad, warnings: unknown } of read) {
      const broken = bad.map(({ of }) => of);
      const isKept = (name: ManifestName) => broken.some((of) => of === undefined || isSame(of, name));
      const applied = await kind.apply(system, { source: sourcePrefix + path, items: own, isKept });
      deleted += applied.deleted;
      const all = [...bad, ...applied.faults];
      for (const { line, message } of all) told.add(at(line, message));
      warnings.push(...unknown.map(({ line, message }) => at(line, message)));
      for (const { id, ...name } of applied.ids)
        resources.push({
          resource: { type: kind.resource, id },
          errors: all
            .filter(({ of }) => of === undefined || isSame(of, name))
            .map(({ line, message }) => at(line, message)),
          warnings: unknown
            .filter(({ of }) => of !== undefined && isSame(of, name))
            .map(({ line, message }) => at(line, message)),
        });
    }
    return { text, items, faults: [...told], warnings, ignored: ignoredIn(path, read), resources };
  }

  /** Documents that nobody knows; what cannot be read as any kind is a fault of whoever reads canaries. */
  function ignoredIn(path: string, read: readonly ReturnType<ManifestKind["read"]>[]): string[] {
    const handled = new Set(kinds.map(({ kind }) => kind));
    return [
      ...new Set(
        read
          .flatMap(({ others }) => others.filter(({ kind }) => !handled.has(kind)))
          .map(({ line, kind }) => `${path}:${line}: ${kind}`),
      ),
    ];
  }

  async function endMissing(found: readonly FoundFile[], unreadable: readonly { path: string }[]): Promise<boolean> {
    const present = new Set(found.map(({ path }) => sourcePrefix + path));
    const mayExist = (path: string) =>
      unreadable.some(({ path: above }) => path === above || path.startsWith(`${above}/`));
    let hasEnded = false;
    for (const kind of kinds) {
      const sources = isFirst
        ? await kind.sources(system, sourcePrefix)
        : [...known.keys()].map((path) => sourcePrefix + path);
      const missing = sources.filter((source) => !present.has(source) && !mayExist(source.slice(sourcePrefix.length)));
      if (missing.length === 0) continue;
      // A folder without anything in it at the start is more likely one that was not mounted.
      if (isFirst && found.length === 0) {
        notice = "the folder of manifests is empty; what came from it stays as it is";
        continue;
      }
      await delay(times.goneMs, undefined, { signal: ended.signal });
      for (const source of missing) {
        const path = source.slice(sourcePrefix.length);
        if (!(await isGone(path))) continue;
        deleted += (await kind.apply(system, { source, items: [], isKept: () => false })).deleted;
        hasEnded = true;
      }
    }
    for (const path of known.keys()) if (!present.has(sourcePrefix + path) && (await isGone(path))) known.delete(path);
    return hasEnded;
  }

  async function note(startedAt: Date, more: readonly string[], hasChanged: boolean): Promise<void> {
    const files = [...known.values()];
    const errors = [...more, ...files.flatMap((file) => file.faults)];
    const warnings = files.flatMap((file) => file.warnings);
    const ofResources = new Map(
      files.flatMap(({ resources }) =>
        resources.map((one) => [`${one.resource.type} ${one.resource.id}`, one] as const),
      ),
    );
    const successes = files.reduce((sum, { items }) => sum + items, 0);
    const ignored = files.flatMap((file) => file.ignored);
    const summary = {
      files: files.length,
      resources: successes,
      ...(ignored.length > 0 && { ignored: ignored.slice(0, 100) }),
    };
    // Once, and again when it is something else.
    complain([...errors, ...warnings, ...(notice === undefined ? [] : [notice])].join("\n") || undefined);
    await faults.note({ startedAt, successes, errors, warnings, ofResources, summary, deleted }, hasChanged);
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      await look().catch((error: unknown) => {
        if (ended.signal.aborted) return;
        complain(`manifests cannot be applied at the moment: ${(error as Error).message}`);
      });
      if (!ended.signal.aborted) await pause();
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, times.lookMs);
      wake = () => {
        clearTimeout(timer);
        setTimeout(resolve, times.settleMs);
      };
    });

  const watcher = listen(folder, () => wake?.());
  const running = run();
  return {
    async stop() {
      ended.abort();
      watcher?.close();
      wake?.();
      await running;
      await lead.release();
    },
  };
}

/** A hint, no more: where it does not work, looking every now and then does. */
function listen(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true, persistent: false }, changed).on("error", () => {});
  } catch {
    return undefined;
  }
}

const isSame = (a: ManifestName, b: ManifestName) => a.name === b.name && a.namespace === b.namespace;
