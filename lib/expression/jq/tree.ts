// The syntax tree of a jq program.

export type Node =
  | { node: "identity" }
  | { node: "recurse" }
  | { node: "literal"; value: unknown }
  | { node: "text"; format: string | undefined; parts: (string | Node)[] }
  | { node: "format"; name: string }
  | { node: "index"; of: Node; key: Node }
  | { node: "slice"; of: Node; from: Node | undefined; to: Node | undefined }
  | { node: "iterate"; of: Node }
  | { node: "try"; body: Node; handler: Node | undefined }
  | { node: "array"; body: Node | undefined }
  | { node: "object"; entries: [key: Node, value: Node][] }
  | { node: "negate"; body: Node }
  | { node: "pipe"; left: Node; right: Node }
  | { node: "comma"; left: Node; right: Node }
  | { node: "binary"; sign: string; left: Node; right: Node }
  | { node: "assign"; sign: string; left: Node; right: Node }
  | { node: "if"; condition: Node; yes: Node; no: Node | undefined }
  | { node: "variable"; name: string }
  | { node: "call"; name: string; values: Node[] }
  | { node: "bind"; source: Node; patterns: Pattern[]; body: Node }
  | { node: "reduce"; source: Node; pattern: Pattern; init: Node; update: Node }
  | { node: "foreach"; source: Node; pattern: Pattern; init: Node; update: Node; extract: Node | undefined }
  | { node: "define"; definition: Definition; body: Node }
  | { node: "label"; name: string; body: Node }
  | { node: "break"; name: string };

export type Pattern =
  | { pattern: "variable"; name: string }
  | { pattern: "array"; elements: Pattern[] }
  | { pattern: "object"; entries: { key: Node; name: string | undefined; value: Pattern | undefined }[] };

export interface Definition {
  name: string;
  /** A parameter `$x` takes a value, `f` takes a filter. */
  parameters: string[];
  body: Node;
}
