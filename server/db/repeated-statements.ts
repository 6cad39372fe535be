// Assigns names to the repeated statements of a connection, so that PostgreSQL parses each once and keeps its plan. An
// idle worker repeats the same few statements, and planning takes most of their time. The number of names is limited,
// because a connection keeps them until it ends.
import type pg from "pg";

const maxNames = 100;
const minUses = 3;

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;

/** Call this for each new connection of a pool whose statements have fixed texts. */
export function nameRepeatedStatements(client: pg.ClientBase): void {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const query = client.query.bind(client) as Query;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const used = (uses.get(text) ?? 0) + 1;
    if (used < minUses) {
      // Statements that are not repeated are forgotten.
      if (uses.size >= maxNames) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const name = `repeated_${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  const named: Query = (text, values, done) => {
    // A text without parameters may contain several statements, which cannot have a name.
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return query(name === undefined ? text : { name, text }, values, done);
  };
  client.query = named as typeof client.query;
}
