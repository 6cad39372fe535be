// Parses `select`: columns, aliases, casts, JSON paths, aggregates and embeds, as a tree.
import { aggregates, type Aggregate, type Selected, type SelectedColumn, type SelectedEmbed } from "../query.ts";
import { refusal } from "../refusal.ts";
import { readName, readPath } from "./field.ts";
import { Scanner } from "./scanner.ts";

const maxEmbedDepth = 8;

/**
 * The parsed lists are cached, because screens repeat the same columns, and parsing them takes longer than parsing the
 * rest of a request.
 */
const cache = new Map<string, readonly Selected[]>();
const maxCached = 500;
const maxCachedLength = 4_096;

/** Returns the identical tree for the same string, so that it can be a cache key. */
export function parseSelect(text: string): readonly Selected[] {
  const found = cache.get(text);
  if (found) return found;
  const items = readSelect(text);
  if (text.length <= maxCachedLength) {
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!);
    cache.set(text, items);
  }
  return items;
}

function readSelect(text: string): Selected[] {
  const scanner = new Scanner(text, "select parameter");
  const items: Selected[] = [];
  for (;;) {
    items.push(...readItems(scanner, 1));
    // An existing client sends a superfluous closing bracket at the end of a select.
    if (!scanner.take(")")) break;
    scanner.skipSpace();
    scanner.take(",");
  }
  if (!scanner.atEnd) throw scanner.unexpected('"," or the end');
  return items;
}

function readItems(scanner: Scanner, depth: number): Selected[] {
  if (depth > maxEmbedDepth + 1) throw refusal.tooDeep(`Embeds can be nested at most ${maxEmbedDepth} levels deep.`);
  const items: Selected[] = [];
  scanner.skipSpace();
  if (scanner.atEnd || scanner.peek(")")) return items;
  do {
    scanner.skipSpace();
    items.push(readItem(scanner, depth));
    scanner.skipSpace();
  } while (scanner.take(","));
  return items;
}

const keyEnd = /->|::|[,()]|\.(?:avg|count|max|min|sum)\(\)/;

function readItem(scanner: Scanner, depth: number): Selected {
  if (scanner.take("*")) return column({ field: { column: "*", path: [] } });
  const spread = scanner.take("...");
  let alias: string | undefined;
  let name = readName(scanner);
  if (scanner.peek(":") && !scanner.peek("::")) {
    if (spread) throw scanner.unexpected("a relation to spread, which has no alias");
    scanner.take(":");
    scanner.skipSpace();
    alias = name;
    name = readName(scanner);
  }
  const embed = readEmbed(scanner, { target: name, alias, spread }, depth);
  if (embed) return embed;
  if (spread) throw scanner.unexpected('"("');
  const field = { column: name, path: readPath(scanner, keyEnd) };
  const cast = readCast(scanner);
  const aggregate = readAggregate(scanner);
  const aggregateCast = aggregate ? readCast(scanner) : undefined;
  return column({ field, alias, cast, aggregate, aggregateCast });
}

const column = (parts: Partial<SelectedColumn>): SelectedColumn => ({
  kind: "column",
  field: undefined,
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
  ...parts,
});

function readEmbed(
  scanner: Scanner,
  { target, alias, spread }: Pick<SelectedEmbed, "target" | "alias" | "spread">,
  depth: number,
): Selected | undefined {
  let hint: string | undefined;
  let join: SelectedEmbed["join"] = "left";
  while (scanner.take("!")) {
    const word = readName(scanner);
    if (word === "inner" || word === "left") join = word;
    else if (hint === undefined) hint = word;
    else throw scanner.unexpected('"!inner", "!left" or "("');
    if (!/^[!(]/.test(scanner.rest)) throw scanner.unexpected('"("');
  }
  if (!scanner.peek("(")) return undefined;
  if (target === "count" && !spread && hint === undefined && scanner.take("()"))
    return column({ alias, aggregate: "count", aggregateCast: readCast(scanner) });
  scanner.expect("(");
  const select = readItems(scanner, depth + 1);
  scanner.expect(")");
  // An existing client casts an embed; the cast is ignored, because an embed is always JSON.
  readCast(scanner);
  return { kind: "embed", target, alias, hint, join, spread, select };
}

function readCast(scanner: Scanner): string | undefined {
  if (!scanner.take("::")) return undefined;
  const type = scanner.match(/[A-Za-z_][\w ]*(?:\(\d+(?:,\d+)?\))?(?:\[\])*/y);
  if (!type) throw scanner.unexpected("a type");
  return type[0].trim();
}

function readAggregate(scanner: Scanner): Aggregate | undefined {
  if (!scanner.take(".")) return undefined;
  const name = readName(scanner);
  const aggregate = aggregates.find((known) => known === name);
  if (!aggregate || !scanner.take("()"))
    throw scanner.unexpected(`one of ${aggregates.map((known) => `${known}()`).join(", ")}`);
  return aggregate;
}
