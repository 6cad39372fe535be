// The tree of an expression as the package gives it.

export interface AstNode {
  op: string;
  args: unknown;
  start: number;
  end: number;
}

export function* nodesOf(value: unknown): Generator<AstNode> {
  if (Array.isArray(value)) for (const element of value) yield* nodesOf(element);
  else if (typeof value === "object" && value !== null && "op" in value) {
    yield value as AstNode;
    yield* nodesOf((value as AstNode).args);
  }
}
