// Reads the name of a column and a path into its JSON value: `spec->rules->0->>name`.
import type { Field, JsonStep } from "../query.ts";
import type { Scanner } from "./scanner.ts";

/** Reads a name, which ends before punctuation of the grammar; quotes allow any character. */
export function readName(scanner: Scanner): string {
  const quoted = scanner.quoted();
  if (quoted !== undefined) return quoted;
  const found = scanner.match(/(?:[^\s,.:!()"&=<>*-]|-(?!>))(?:[^,.:!()"&=<>*-]|-(?!>))*/y);
  if (!found) throw scanner.unexpected("a name");
  return found[0].trimEnd();
}

/**
 * Reads a JSON path. `keyEnd` matches the end of an unquoted key; keys such as `app.kubernetes.io/name` contain dots.
 */
export function readPath(scanner: Scanner, keyEnd: RegExp): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.peek("->")) {
    const arrow = scanner.take("->>") ? "->>" : "->";
    if (arrow === "->") scanner.expect("->");
    const quoted = scanner.quoted();
    if (quoted !== undefined) {
      path.push({ arrow, key: quoted });
      continue;
    }
    const rest = scanner.rest;
    const end = rest.search(keyEnd);
    const key = end < 0 ? rest : rest.slice(0, end);
    if (key === "") throw scanner.unexpected("a key of the JSON value");
    scanner.at += key.length;
    path.push({ arrow, key });
  }
  return path;
}

export function readField(scanner: Scanner, keyEnd: RegExp): Field {
  return { column: readName(scanner), path: readPath(scanner, keyEnd) };
}
