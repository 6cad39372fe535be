// The syntax tree of a template. `at` is the offset in the source, for the position of faults.

export type Node =
  | { node: "text"; text: string; at: number }
  | { node: "action"; pipe: Pipe }
  | { node: "if" | "with" | "range"; pipe: Pipe; body: Node[]; otherwise: Node[] }
  | { node: "template"; name: string; pipe: Pipe | undefined; at: number }
  | { node: "break" | "continue"; at: number };

export interface Pipe {
  /** The declared variables: `$x :=`, or `$i, $x :=` of a range. */
  variables: string[];
  /** The statement has `=` instead of `:=`: it assigns to an existing variable. */
  assigns: boolean;
  commands: Command[];
  at: number;
  /** The offset of the token after the pipe. */
  end: number;
}

export interface Command {
  operands: [Operand, ...Operand[]];
  at: number;
}

export type Operand = { fields: string[]; at: number } & (
  | { operand: "literal"; value: string | number | bigint | boolean | null }
  | { operand: "dot" }
  | { operand: "variable"; name: string }
  | { operand: "word"; name: string }
  | { operand: "pipe"; pipe: Pipe }
);

export interface Tree {
  main: Node[];
  /** The templates of `define` and `block`, by name. */
  templates: Map<string, Node[]>;
}
