// The scopes of names in a program. Each scope refers to its enclosing scope.
import type { Definition, Node } from "./tree.ts";
import { JqError } from "./values.ts";

/** A filter with the scope that it was written in. */
export interface Filter {
  node: Node;
  scope: Scope | undefined;
}

export type Scope =
  | { kind: "variable"; name: string; value: unknown; up: Scope | undefined }
  | { kind: "function"; definition: Definition; own: Scope | undefined; up: Scope | undefined }
  | { kind: "parameter"; name: string; filter: Filter; up: Scope | undefined };

export const defined = (definition: Definition, up: Scope | undefined): Scope => {
  const scope: Scope = { kind: "function", definition, own: undefined, up };
  // The function is in its own scope, so that it can call itself.
  scope.own = scope;
  return scope;
};

export function variable(scope: Scope | undefined, name: string): unknown {
  for (let at = scope; at !== undefined; at = at.up) if (at.kind === "variable" && at.name === name) return at.value;
  throw new JqError(`There is no variable $${name}`);
}
