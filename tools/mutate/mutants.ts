// Generates variants of the data API with one piece removed: an operator, an entry of a word list, a branch, half of a
// condition. If no test fails without a piece, the piece is not covered.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";

export interface Mutant {
  /** The path in the repository. */
  file: string;
  line: number;
  what: string;
  /** The source of the whole file. */
  source: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
  what: string;
}

const folder = "server/data-api";
// Matches files that have their own tests.
const others = /\.test\.ts$|(?:plan-cache|date-math)\.ts$/;

export function mutantsOf(root: string): Mutant[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !others.test(file))
    .sort()
    .flatMap((file) => mutantsOfFile(file, readFileSync(join(root, file), "utf8")));
}

const nodesOf = (source: string) => [...walk(parseAst(source, { lang: "ts" }) as unknown as Node)];

/** Adds a tick to every loop, so that an endless loop can be stopped from outside. */
export const ticking = (source: string) => applied(source, nodesOf(source).flatMap(tickOf));

function mutantsOfFile(file: string, source: string): Mutant[] {
  const nodes = nodesOf(source);
  const ticks = nodes.flatMap(tickOf);
  return nodes.flatMap((node) =>
    editsOf(node, source).map((edit) => ({
      file,
      line: source.slice(0, edit.start).split("\n").length,
      what: edit.what,
      source: applied(source, [edit, ...ticks.filter(({ start }) => start <= edit.start || start >= edit.end)]),
    })),
  );
}

function* walk(node: Node): Generator<Node> {
  // Types do not exist at run time.
  if (
    node.type.startsWith("TS") &&
    !["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"].includes(node.type)
  )
    return;
  yield node;
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? (part as unknown[]) : [part])
      if (typeof child === "object" && child !== null && typeof (child as Node).type === "string")
        yield* walk(child as Node);
}

function editsOf(node: Node, source: string): Edit[] {
  const text = ({ start, end }: Node) => source.slice(start, end);
  const instead = (node: Node, replacement: string): Edit => ({
    start: node.start,
    end: node.end,
    text: replacement,
    what: `${short(text(node))}  →  ${short(replacement)}`,
  });
  switch (node.type) {
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return [instead(node["test"] as Node, "false")];
    case "ConditionalExpression":
      return ["true", "false"].map((value) => instead(node["test"] as Node, `(${value} as boolean)`));
    case "LogicalExpression":
      return [node["left"] as Node, node["right"] as Node].map((side) => instead(node, `(${text(side)})`));
    case "SwitchCase":
      return node["test"] ? [instead(node["test"] as Node, '"nothing" as never')] : [];
    case "ObjectExpression":
      return entriesOf(node["properties"] as Node[], (item) => isLiteral(item["value"] as Node | undefined), source);
    case "ArrayExpression":
      return entriesOf(node["elements"] as Node[], isLiteral, source);
    case "Literal":
      return wordsOf(node);
    default:
      return [];
  }
}

const isLiteral = (node: Node | undefined) => node?.type === "Literal" || node?.type === "ArrayExpression";

/** Removes one entry at a time from an array or object. */
function entriesOf(entries: readonly Node[], isOne: (entry: Node) => boolean, source: string): Edit[] {
  if (entries.length < 2 || !entries.every(isOne)) return [];
  return entries.map(({ start, end }) => {
    const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
    return { start, end: end + comma, text: "", what: `without ${short(source.slice(start, end))}` };
  });
}

/** Removes one word at a time from a list of words that is written as one string. */
function wordsOf({ start, value }: Node): Edit[] {
  if (typeof value !== "string" || !/^(?:\w+[ |]){4,}/.test(value)) return [];
  return [...value.matchAll(/[^ |][^|]*?(?=[|]|$)|\w+(?= |$)/g)]
    .filter(([word]) => value.includes("|") || !word.includes(" "))
    .map((found) => {
      const at = start + 1 + found.index;
      return { start: at, end: at + found[0].length, text: "x", what: `without the word ${found[0]}` };
    });
}

const loops = new Set(["ForStatement", "ForOfStatement", "WhileStatement", "DoWhileStatement"]);

function tickOf(node: Node): Edit[] {
  if (!loops.has(node.type)) return [];
  const body = node["body"] as Node;
  const tick = "(globalThis as { mutantTick?: () => void }).mutantTick?.();";
  if (body.type === "BlockStatement") return [{ start: body.start + 1, end: body.start + 1, text: tick, what: "" }];
  return [
    { start: body.start, end: body.start, text: `{ ${tick} `, what: "" },
    { start: body.end, end: body.end, text: " }", what: "" },
  ];
}

const applied = (source: string, edits: readonly Edit[]) =>
  edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 67)}…` : line;
};
