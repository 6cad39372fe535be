// The program of the process that runs the SQL of one view. It reads messages (plan.ts) from its standard input, and
// writes the result to its standard output. The process opens no connections, and reads no files except its own
// program. The server kills it when it exceeds its limits.
import { messageOf } from "./expressions.ts";
import type { ComputeError, ComputePlan, FoundItems, TableDefinition } from "./plan.ts";
import { runPlan } from "./run-plan.ts";
import { Tables } from "./tables.ts";

async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  input.setEncoding("utf8");
  let rest = "";
  for await (const piece of input as AsyncIterable<string>) {
    const lines = piece.split("\n");
    lines[0] = rest + lines[0]!;
    rest = lines.pop()!;
    yield* lines;
  }
}

const write = (piece: string | Buffer) => new Promise<void>((resolve) => process.stdout.write(piece, () => resolve()));

const lines = linesOf(process.stdin);

const next = async (): Promise<string> => {
  const line = await lines.next();
  if (line.done) process.exit(1);
  return line.value;
};

const plan = JSON.parse((await next()).slice(1)) as ComputePlan;
const tables = new Tables();
/** The tables that cannot be loaded, by their index. */
const failed = new Map<number, ComputeError>();
const load = (index: number, work: () => void) => {
  if (failed.has(index)) return;
  try {
    work();
  } catch (error) {
    failed.set(index, { query: plan.tables[index]!, message: messageOf(error) });
  }
};
for (let line = await next(); line !== "E"; line = await next()) {
  if (line.startsWith("T")) {
    const definition = JSON.parse(line.slice(1)) as TableDefinition;
    load(definition.index, () => tables.define(definition));
  } else {
    const tab = line.indexOf("\t");
    const index = Number(line.slice(1, tab));
    load(index, () => tables.insert(index, JSON.parse(line.slice(tab + 1)) as unknown[]));
  }
}
tables.close();
const { result, rows } = await runPlan(plan, tables, [...failed.values()], async (ids) => {
  await write(`L${JSON.stringify(ids)}\n`);
  return JSON.parse((await next()).slice(1)) as FoundItems;
});
await write(`D${JSON.stringify(result)}\n`);
await write(rows);
process.exit(0);
