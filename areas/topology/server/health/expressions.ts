// Evaluates the expressions of a component for its health and status. An expression that fails, or whose result is not
// usable, counts as absent: saving refused what could be found out before.
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isHealth, type Health } from "./fold.ts";

type Values = Readonly<Record<string, unknown>>;

async function evaluate(text: string | null, values: Values): Promise<unknown> {
  if (text === null || text.trim() === "") return undefined;
  try {
    return await (await compile("cel", text)).run(values);
  } catch (error) {
    if (error instanceof ExpressionFault) return undefined;
    throw error;
  }
}

export async function evaluateHealth(text: string | null, values: Values): Promise<Health | undefined> {
  const found = await evaluate(text, values);
  return isHealth(found) ? found : undefined;
}

const maxStatusLength = 200;

export async function evaluateStatus(text: string | null, values: Values): Promise<string | undefined> {
  const found = await evaluate(text, values);
  if (typeof found !== "string" || found === "") return undefined;
  return found.slice(0, maxStatusLength);
}
