// Evaluates expressions over a row. This code runs in the process of the view, so a slow expression delays no other
// request.
import { withinBudget } from "#lib/expression/budget.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { compileHere } from "#lib/expression/notations.ts";

export type Row = Readonly<Record<string, unknown>>;
export type OfRow = (row: Row) => unknown;

const maxMs = 1_000;
const maxCreated = 20_000_000;

export function ofRow(notation: "cel" | "template", text: string): OfRow {
  const evaluate = compileHere(notation, text);
  return (row) =>
    withinBudget({ deadline: performance.now() + maxMs, room: maxCreated, isThread: true }, () => evaluate({ row }));
}

export const messageOf = (error: unknown) =>
  error instanceof ExpressionFault ? faultText(error) : error instanceof Error ? error.message : String(error);
