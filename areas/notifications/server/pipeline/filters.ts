// Evaluates the filters of rules and recipients.
import { BudgetFault } from "#lib/expression/budget.ts";
import { compile } from "#lib/expression/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import type { Fields } from "./resources.ts";

/** A filter that cannot be evaluated; the message is meant for the author of the rule. */
export class FilterFault extends Error {
  override readonly name = "FilterFault";
}

export interface FilterOptions {
  /** Whether a timeout counts as a fault of the filter. If the process was only busy, another attempt may succeed. */
  isFinal?: boolean;
}

/** Returns the value of the filter; only true matches. */
export async function filterValue(
  filter: string,
  environment: Fields,
  { isFinal = true }: FilterOptions = {},
): Promise<unknown> {
  try {
    return await (await compile("cel", filter)).run(environment);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    if (!isFinal && error instanceof BudgetFault && error.isLate) throw error;
    throw new FilterFault(faultText(error));
  }
}

/** Without a filter, the environment is not created. */
export const matches = async (
  filter: string | undefined,
  subject: { readonly environment: Fields },
  options?: FilterOptions,
) => filter === undefined || (await filterValue(filter, subject.environment, options)) === true;
