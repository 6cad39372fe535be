// Measures circular dependencies in the product, type imports included: the files of each import cycle, and the pairs
// of folders that import each other. boundaries.test.ts limits both.
import { posix } from "node:path";
import { importsOf } from "./imports.ts";

/** Two folders that import each other, with one import in each direction. */
export interface FolderPair {
  folders: readonly [string, string];
  imports: readonly [string, string];
  /** Whether one folder contains the other. */
  isNested: boolean;
}

export interface Knots {
  /** Files that import each other directly or through others, one list per cycle; the largest first. */
  cycles: readonly (readonly string[])[];
  pairs: readonly FolderPair[];
}

const isProduct = (path: string) =>
  /^(?:lib|language|generated|server|console|areas|main|bin)\//.test(path) && !/\.test\.tsx?$/.test(path);

/** Expects the source of each file by path; only files of the product are considered. */
export function knotsOf(sources: ReadonlyMap<string, string>): Knots {
  const product = [...sources].filter(([path]) => isProduct(path));
  const paths = new Set(product.map(([path]) => path));
  const graph = new Map(
    product.map(([path, source]) => [
      path,
      importsOf(path, source).flatMap(({ to }) => ("file" in to && paths.has(to.file) ? [to.file] : [])),
    ]),
  );
  return { cycles: cyclesOf(graph), pairs: pairsOf(graph) };
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Returns the strongly connected components of more than one file (Tarjan). */
function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const visit = (path: string): void => {
    const own = order.size;
    order.set(path, own);
    low.set(path, own);
    open.push(path);
    isOpen.add(path);
    for (const next of graph.get(path)!) {
      if (!order.has(next)) visit(next);
      if (isOpen.has(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!));
    }
    if (low.get(path) !== own) return;
    const component = open.splice(open.indexOf(path));
    for (const member of component) isOpen.delete(member);
    if (component.length > 1) found.push(component.sort());
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found.sort((a, b) => b.length - a.length);
}

/**
 * Returns the pairs of folders that import each other. Imports of index files are ignored, because an index file lists
 * the parts of its folder.
 */
function pairsOf(graph: Graph): FolderPair[] {
  const first = new Map<string, string>();
  for (const [path, imported] of graph) {
    if (/^index\.tsx?$/.test(posix.basename(path))) continue;
    for (const target of imported) {
      const key = `${posix.dirname(path)} ${posix.dirname(target)}`;
      if (!first.has(key)) first.set(key, `${path} → ${target}`);
    }
  }
  return [...first].flatMap(([key, there]): FolderPair[] => {
    const [from = "", to = ""] = key.split(" ");
    const back = first.get(`${to} ${from}`);
    if (from >= to || back === undefined) return [];
    return [{ folders: [from, to], imports: [there, back], isNested: to.startsWith(`${from}/`) }];
  });
}
