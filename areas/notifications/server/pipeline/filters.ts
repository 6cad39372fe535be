// Evaluates the filters of rules and recipients.
import { compile } from "#lib/expression/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import type { Fields } from "./resources.ts";

/** A filter that cannot be evaluated; the message is meant for the author of the rule. */
export class FilterFault extends Error {
  override readonly name = "FilterFault";
}

/** Returns the value of the filter; only true matches. */
export async function filterValue(filter: string, environment: Fields): Promise<unknown> {
  try {
    return await (await compile("cel", filter)).run(environment);
  } catch (error) {
    if (error instanceof ExpressionFault) throw new FilterFault(faultText(error));
    throw error;
  }
}

export const matches = async (filter: string | undefined, environment: Fields) =>
  filter === undefined || (await filterValue(filter, environment)) === true;
