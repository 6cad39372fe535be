// Names for statements that are asked again and again: each connection parses a named one once, and PostgreSQL keeps its
// plan where that costs no more than a new one. A connection never forgets a name, so names are few and have to be earned;
// a text has one name for good, because the text is all that a name stands for.
import type { Rendered } from "./render.ts";

const mostNames = 100;
const usesToEarn = 3;

const uses = new WeakMap<Rendered, number>();
const names = new Map<string, string>();

/** The statement as it is to be sent: a new object each time, because the driver writes the values into it. */
export function asSent(statement: Rendered): string | { name: string; text: string } {
  const { text } = statement;
  const known = names.get(text);
  if (known !== undefined) return { name: known, text };
  const used = (uses.get(statement) ?? 0) + 1;
  uses.set(statement, used);
  if (used < usesToEarn || names.size >= mostNames) return text;
  const name = `read_${names.size + 1}`;
  names.set(text, name);
  return { name, text };
}
