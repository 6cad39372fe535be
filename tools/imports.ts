// Reads the imports of a file with the parser that builds the console, so that comments and strings are ignored.
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { parseSync } from "vite";

export interface Import {
  /** The specifier as written: `#server/log.ts`, `../log.ts`, `pg`. */
  specifier: string;
  line: number;
  /** The line of source code, for the error message. */
  text: string;
  /** Whether the import is removed at run time. `import { type A }` is not, because an empty import remains. */
  typeOnly: boolean;
  to: { file: string } | { package: string } | { builtin: string };
}

export function importsOf(path: string, source: string): Import[] {
  const parsed = parseSync(path, source);
  const { module } = parsed;
  const found: { specifier: string; start: number; typeOnly: boolean }[] = [];
  const isType = (start: number) => /^(?:import|export)\s+type\b/.test(source.slice(start, start + 40));
  for (const { start, moduleRequest } of module.staticImports)
    found.push({ specifier: moduleRequest.value, start, typeOnly: isType(start) });
  for (const { start, entries } of module.staticExports) {
    const from = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest;
    if (from) found.push({ specifier: from.value, start, typeOnly: isType(start) });
  }
  for (const { start, moduleRequest } of module.dynamicImports) {
    const literal = /^(["'])(.*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) found.push({ specifier: literal[2], start, typeOnly: false });
  }
  // The syntax tree is built only if needed, because it takes longer than everything else and few files have such
  // types.
  if (/\bimport\s*\(/.test(source))
    for (const { start, specifier } of importTypes(parsed.program)) found.push({ specifier, start, typeOnly: true });

  const lines = source.split("\n");
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ specifier, start, typeOnly }) => {
      const line = source.slice(0, start).split("\n").length;
      return { specifier, line, text: lines[line - 1]!.trim(), typeOnly, to: targetOf(path, specifier) };
    });
}

/** Finds `import("x").Y` in type positions. */
function importTypes(node: unknown): { specifier: string; start: number }[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(importTypes);
  const { type, start, source } = node as { type?: string; start?: number; source?: { value?: string } };
  const own = type === "TSImportType" && source?.value ? [{ specifier: source.value, start: start ?? 0 }] : [];
  return [...own, ...Object.values(node).flatMap(importTypes)];
}

function targetOf(path: string, specifier: string): Import["to"] {
  const bare = specifier.replace(/[?].*$/, "");
  if (bare.startsWith("#")) return { file: bare.slice(1) };
  if (bare.startsWith(".")) return { file: posix.join(posix.dirname(path), bare) };
  if (isBuiltin(bare)) return { builtin: bare };
  return { package: bare.split("/", bare.startsWith("@") ? 2 : 1).join("/") };
}
