// Finds the table columns behind the columns of a view. PostgreSQL stores this in the view's parsed query for output
// columns that are passed on unchanged; no catalog view has it (view_column_usage does not map columns to outputs). We
// parse only the outermost target list of that text.

export interface Origin {
  relation: string;
  column: string;
}

interface Described {
  /** The oid is a number, or a string of digits if the type parsers of Quarterdeck are not used. */
  oid: number | string;
  name: string;
  rule: string | null;
  columns: readonly { name: string; number: number }[];
}

interface Output {
  number: number;
  relation: number;
  column: number;
}

export function viewOrigins(relations: readonly Described[]): Map<string, Map<string, Origin>> {
  const byOid = new Map(relations.map((relation) => [Number(relation.oid), relation]));
  const known = new Map<string, Map<string, Origin>>();
  const originsOf = (view: Described): Map<string, Origin> => {
    const found = known.get(view.name);
    if (found) return found;
    const origins = new Map<string, Origin>();
    known.set(view.name, origins);
    for (const output of readOutputs(view.rule ?? "")) {
      const column = view.columns.find(({ number }) => number === output.number);
      const source = byOid.get(output.relation);
      const sourceColumn = source?.columns.find(({ number }) => number === output.column)?.name;
      if (!column || !source || sourceColumn === undefined) continue;
      // For a view over a view, the search continues to the underlying table.
      const origin =
        source.rule === null ? { relation: source.name, column: sourceColumn } : originsOf(source).get(sourceColumn);
      if (origin) origins.set(column.name, origin);
    }
    return origins;
  };
  for (const relation of relations) if (relation.rule !== null) originsOf(relation);
  return known;
}

/** Returns the entries of the outermost target list; entries of a union have no origin. */
export function readOutputs(rule: string): Output[] {
  const outputs: Output[] = [];
  let depth = 0;
  let start = 0;
  let own = "";
  for (let at = 0; at < rule.length; at += 1) {
    const character = rule[at];
    if (character === "\\") at += 1;
    else if (character === "{") {
      depth += 1;
      if (depth === 2) {
        start = at;
        own = "";
      }
      if (depth === 3) own += rule.slice(start, at);
    } else if (character === "}") {
      depth -= 1;
      if (depth === 2) start = at + 1;
      if (depth === 1) {
        const output = readOutput(own + rule.slice(start, at));
        if (output) outputs.push(output);
      }
    }
  }
  return outputs;
}

function readOutput(text: string): Output | undefined {
  if (!text.startsWith("{TARGETENTRY")) return undefined;
  const number = (name: string) => Number(new RegExp(`:${name} (\\d+)`).exec(text)?.[1] ?? 0);
  const output = { number: number("resno"), relation: number("resorigtbl"), column: number("resorigcol") };
  return output.relation > 0 && output.column > 0 && !text.includes(":resjunk true") ? output : undefined;
}
