// Watches the folder of manifests (MANIFESTS_DIR): resources in its files are saved, and resources removed from them
// are deleted. The folder is scanned on change notifications and every few seconds, because not every file system sends
// notifications. One process of several does this work.
//
// A file that cannot be read deletes nothing. A file that was just emptied deletes nothing at first either: an editor
// may be about to write it.
import { watch, type FSWatcher } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { System } from "../area.ts";
import type { JobResource } from "../jobs/queue.ts";
import { createFaults } from "./faults.ts";
import { findFiles, maxFiles, type FoundFile } from "./find-files.ts";
import { createLead } from "./lead.ts";
import type { ManifestKind, ManifestName } from "./manifest-kind.ts";

export const sourcePrefix = "file:";

export interface FolderTimes {
  /** The delay after the last notification, because editors write a file in several steps. */
  settleMs: number;
  lookMs: number;
  /** The time that a resource must be missing before it is deleted. */
  goneMs: number;
}

const defaultTimes: FolderTimes = { settleMs: 100, lookMs: 1_500, goneMs: 400 };

/** The last state of a file. */
interface KnownFile {
  signature: string;
  text: string;
  items: number;
  faults: readonly string[];
  /** Unknown fields, which are left out, and references to objects that do not exist yet. */
  warnings: readonly string[];
  ignored: readonly string[];
  resources: readonly { resource: JobResource; errors: readonly string[]; warnings: readonly string[] }[];
}

export function watchFolder(
  system: System,
  folder: string,
  kinds: readonly ManifestKind[],
  times: FolderTimes = defaultTimes,
): { stop(): Promise<void> } {
  const { log } = system;
  const lead = createLead(system.db, "manifests");
  const faults = createFaults(system);
  const ended = new AbortController();
  const known = new Map<string, KnownFile>();
  let isFirst = true;
  let wake: (() => void) | undefined;
  let lastWarning: string | undefined;
  /** A warning of the current scan that does not belong to a single file. */
  let notice: string | undefined;
  /** The number of resources that the current scan deleted. */
  let deleted = 0;

  const warnOnce = (text: string | undefined) => {
    if (text !== undefined && text !== lastWarning) log.warn({ folder }, text);
    lastWarning = text;
  };

  async function scan(): Promise<void> {
    if (!(await lead.isOurs())) {
      // Another process is the leader and may change any row, so the known state is discarded.
      known.clear();
      isFirst = true;
      return;
    }
    const startedAt = new Date();
    notice = undefined;
    deleted = 0;
    const result = await findFiles(folder).catch((error: Error) => error);
    if (result instanceof Error) {
      await record(startedAt, [`${folder} cannot be read: ${result.message}. Its resources stay unchanged.`], false);
      return;
    }
    const { files: found, unreadable, isCut } = result;
    // Missing files are handled first, so that a resource that moved to a different file is restored there.
    let hasChanged = !isCut && (await endMissing(found, unreadable));
    for (const file of found)
      if (known.get(file.path)?.signature !== file.signature) hasChanged = (await readChanged(file)) || hasChanged;
    const errors = unreadable.map(
      ({ path, reason }) => `${path} cannot be read: ${reason}. Its resources stay unchanged.`,
    );
    if (isCut)
      errors.push(
        `${folder}: only the first ${maxFiles} files are read. While there are more, resources of removed files are not deleted.`,
      );
    await record(startedAt, errors, hasChanged);
    // Sources in the database are compared with the folder until it contains files and each of them has been read, so
    // that a file that disappears in the meantime also counts as missing.
    if (found.length > 0 && found.every(({ path }) => known.has(path))) isFirst = false;
  }

  /** Returns whether the content has changed. */
  async function readChanged({ path, signature }: FoundFile): Promise<boolean> {
    const text = await readText(path);
    if (text === undefined) return false;
    const before = known.get(path);
    if (before && before.text === text) {
      before.signature = signature;
      return false;
    }
    const next = await applyText(path, text);
    // The file changed again during the delay; the next scan reads it.
    if (next) known.set(path, { ...next, signature });
    return next !== undefined;
  }

  /** Whether a file was removed. A file that exists but cannot be read was not removed. */
  const isGone = (path: string) =>
    stat(join(folder, path)).then(
      (about) => !about.isFile(),
      ({ code }: NodeJS.ErrnoException) => code === "ENOENT" || code === "ENOTDIR",
    );

  const readText = (path: string) => readFile(join(folder, path), "utf8").catch(() => undefined);

  async function applyText(path: string, text: string): Promise<Omit<KnownFile, "signature"> | undefined> {
    const defaultName = basename(path).replace(/\.[^.]*$/, "");
    const read = kinds.map((kind) => ({ kind, ...kind.read(text, { defaultName }) }));
    const items = read.reduce((sum, file) => sum + file.items.length, 0);
    const isLess = items < (known.get(path)?.items ?? 1);
    if (isLess) {
      await delay(times.goneMs, undefined, { signal: ended.signal });
      if ((await readText(path)) !== text) return undefined;
    }
    const at = (line: number, message: string) => `${path}:${line}: ${message}`;
    const errors = new Set<string>();
    const resources: KnownFile["resources"][number][] = [];
    const warnings: string[] = [];
    for (const { kind, items: own, faults: bad, warnings: inText } of read) {
      const broken = bad.map((fault) => fault.of);
      const isKept = (name: ManifestName) =>
        broken.some((resource) => resource === undefined || isSame(resource, name));
      const applied = await kind.apply(system, { source: sourcePrefix + path, items: own, isKept });
      deleted += applied.deleted;
      const all = [...bad, ...applied.faults];
      const unknown = [...inText, ...(applied.warnings ?? [])];
      for (const { line, message } of all) errors.add(at(line, message));
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
    return { text, items, faults: [...errors], warnings, ignored: ignoredIn(path, read), resources };
  }

  /** Reports documents of unknown kinds. The kind Canary reports a document without a kind as a fault. */
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
      // A folder that is empty at the start is most likely not mounted.
      if (isFirst && found.length === 0) {
        notice = "the manifests folder is empty; its resources stay unchanged";
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

  async function record(startedAt: Date, more: readonly string[], hasChanged: boolean): Promise<void> {
    const files = [...known.values()];
    const errors = [...more, ...files.flatMap((file) => file.faults)];
    const warnings = files.flatMap((file) => file.warnings);
    const byResource = new Map(
      files.flatMap(({ resources }) =>
        resources.map((entry) => [`${entry.resource.type} ${entry.resource.id}`, entry] as const),
      ),
    );
    const successes = files.reduce((sum, { items }) => sum + items, 0);
    const ignored = files.flatMap((file) => file.ignored);
    const summary = {
      files: files.length,
      resources: successes,
      ...(ignored.length > 0 && { ignored: ignored.slice(0, 100) }),
    };
    // The warning is logged once, and again when it changes.
    warnOnce([...errors, ...warnings, ...(notice === undefined ? [] : [notice])].join("\n") || undefined);
    await faults.record({ startedAt, successes, errors, warnings, byResource, summary, deleted }, hasChanged);
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      await scan().catch((error: unknown) => {
        if (ended.signal.aborted) return;
        warnOnce(`manifests cannot be applied at the moment: ${(error as Error).message}`);
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

/** Listens for notifications, which only reduce the delay: without them the regular scan finds the changes. */
function listen(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true, persistent: false }, changed).on("error", () => {});
  } catch {
    return undefined;
  }
}

const isSame = (a: ManifestName, b: ManifestName) => a.name === b.name && a.namespace === b.namespace;
