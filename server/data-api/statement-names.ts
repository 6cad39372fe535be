// Assigns names to repeated statements: a connection parses a named statement once, and PostgreSQL keeps its plan if
// the plan does not cost more than a new plan. A connection keeps names forever, so the number of names is limited and
// only repeated statements get a name. A statement keeps its name forever, because the name identifies it.
import type { Rendered } from "./render.ts";

const maxNames = 100;
const minUses = 3;

const uses = new WeakMap<Rendered, number>();
const names = new Map<string, string>();

/** Returns the statement for the driver: a new object each time, because the driver writes values into it. */
export function asSent(statement: Rendered): string | { name: string; text: string } {
  const { text } = statement;
  const known = names.get(text);
  if (known !== undefined) return { name: known, text };
  const used = (uses.get(statement) ?? 0) + 1;
  uses.set(statement, used);
  if (used < minUses || names.size >= maxNames) return text;
  const name = `read_${names.size + 1}`;
  names.set(text, name);
  return { name, text };
}
