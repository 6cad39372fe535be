// Evaluates the expressions of playbooks: `if`, `delay`, and the filters of playbooks and triggers.
import { BudgetFault } from "#lib/expression/budget.ts";
import { callablesOfNotifications, callablesOfPlaybooks } from "#lib/expression/callables.ts";
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import type { TemplateWriter } from "#lib/expression/template/writer.ts";
import { print, Span } from "#lib/expression/values.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { ActionInvalid } from "../action-kind.ts";
import { decidedAtRunTime, skipValue, type Fields } from "./environment.ts";

/** Thrown in a plan for an expression that depends on results of earlier actions. */
export class DecidedAtRunTime extends Error {
  override readonly name = "DecidedAtRunTime";
}

/**
 * Expressions with functions cannot run in the worker thread, so they may time out on a busy machine and are retried.
 */
const maxAttempts = 3;

export interface Evaluation {
  notation: "cel" | "template";
  text: string;
  values: Fields;
  /** The field, for messages: `if`, `exec.script`. */
  what: string;
  /** For scripts: creates the writer of one attempt. */
  writer?: (() => TemplateWriter) | undefined;
}

/** Runs an expression; its errors become ActionInvalid. */
export async function evaluated({ notation, text, values, what, writer }: Evaluation): Promise<unknown> {
  const callables =
    notation === "cel" ? callablesOfPlaybooks : { ...callablesOfNotifications, ...callablesOfPlaybooks };
  for (let attempt = 1; ; attempt += 1)
    try {
      const expression = await compile(notation, text, { callables, isScript: writer !== undefined });
      return await expression.run(values, { ...(writer && { writer: writer() }) });
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      if (error instanceof BudgetFault && error.isLate && attempt < maxAttempts) continue;
      if (error.message === decidedAtRunTime) throw new DecidedAtRunTime(`${what}: ${decidedAtRunTime}`);
      throw new ActionInvalid(`${what}: ${faultText(error)}`);
    }
}

const cel = (text: string, values: Fields, what: string) => evaluated({ notation: "cel", text, values, what });

/** Returns whether the action runs. */
export async function evaluateIf(text: string | undefined, values: Fields): Promise<boolean> {
  if (text === undefined || text.trim() === "") return true;
  const value = await cel(text, values, "if");
  if (typeof value === "boolean") return value;
  if (value === skipValue) return false;
  const printed = print(value);
  if (/^(?:1|t|true)$/i.test(printed)) return true;
  if (/^(?:0|f|false)$/i.test(printed)) return false;
  throw new ActionInvalid(`if must be true, false or skip(), but is ${JSON.stringify(printed)}.`);
}

/** Returns the delay in milliseconds. */
export async function evaluateDelay(text: string | undefined, values: Fields): Promise<number> {
  if (text === undefined || text.trim() === "") return 0;
  if (problemOf(() => parseDuration(text)) === undefined) return parseDuration(text);
  const value = await cel(text, values, "delay");
  if (value === null || value === "") return 0;
  if (value instanceof Span) return Math.max(0, value.ms);
  const printed = print(value);
  if (typeof value === "string" && problemOf(() => parseDuration(printed)) === undefined) return parseDuration(printed);
  throw new ActionInvalid(`delay must be a duration, but is ${JSON.stringify(printed)}.`);
}

/**
 * Returns why the playbook cannot run with these values; undefined if all filters return true. If a filter returns a
 * string, this string is the reason.
 */
export async function evaluateFilters(
  filters: readonly string[] | undefined,
  values: Fields,
): Promise<string | undefined> {
  for (const filter of filters ?? []) {
    const value = await cel(filter, values, `The filter ${filter}`);
    const printed = print(value);
    if (value === true || printed === "true") continue;
    return printed === "" || printed === "false" ? `The filter ${filter} is not true.` : printed;
  }
  return undefined;
}

/** Returns whether the filter of a trigger matches. */
export async function evaluateTriggerFilter(filter: string | undefined, values: Fields): Promise<boolean> {
  if (filter === undefined || filter.trim() === "") return true;
  return print(await cel(filter, values, `The filter ${filter}`)) === "true";
}
