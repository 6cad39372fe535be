// The syntax tree of a CEL expression. `at` and `end` are offsets into the source.

export type Node = { at: number; end: number } & (
  | { op: "literal"; value: unknown }
  | { op: "name"; name: string }
  | { op: "select"; of: Node; field: string; isOptional: boolean }
  | { op: "index"; of: Node; key: Node; isOptional: boolean }
  | Call
  | { op: "list"; elements: { value: Node; isOptional: boolean }[] }
  | { op: "map"; entries: { key: Node; value: Node; isOptional: boolean }[] }
  | { op: "unary"; sign: "!" | "-"; of: Node }
  | { op: "binary"; sign: Sign; left: Node; right: Node }
  | { op: "condition"; test: Node; yes: Node; no: Node }
);

export type Call = {
  op: "call";
  name: string;
  receiver: Node | undefined;
  args: Node[];
  at: number;
  end: number;
};

export type Sign = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-" | "*" | "/" | "%";

/** Returns `a.b.c` for a chain of names; undefined for anything else. */
export function dottedName(node: Node): string | undefined {
  if (node.op === "name") return node.name;
  if (node.op !== "select" || node.isOptional) return undefined;
  const receiver = dottedName(node.of);
  return receiver === undefined ? undefined : `${receiver}.${node.field}`;
}
