// JavaScript expressions, parsed and run in the worker thread.
import { ExpressionFault, type Place } from "../fault.ts";
import { headerMark, isHeaderMap } from "../header-map.ts";
import type { Script, Thrown } from "../thread/task.ts";
import { logged } from "../logged.ts";
import { inThread } from "../thread/thread.ts";
import { Span } from "../values.ts";

/**
 * The default time limit of a script. It can be longer than in other notations, because a script only delays other
 * scripts.
 */
const defaultMs = 1_000;
const maxParseMs = 1_000;

export async function compileJavaScript(source: string) {
  await run({ kind: "script", source, values: {}, parseOnly: true, ms: maxParseMs });
  return (values: Readonly<Record<string, unknown>>, ms = defaultMs) =>
    run({ kind: "script", source, values: asJson(values), parseOnly: false, ms });
}

function asJson(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "function" ? undefined : JSON.stringify(value, forScript)] as const,
  );
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * Marks header maps. A duration becomes a number of nanoseconds, as in Go, and an integer beyond 2^53 becomes the
 * nearest number.
 */
function forScript(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const held = this[key];
  if (held instanceof Span) return Number(held.ns);
  if (isHeaderMap(held)) return { [headerMark]: { ...held } };
  return typeof value === "bigint" ? Number(value) : value;
}

async function run(task: Script): Promise<unknown> {
  const outcome = await inThread(task);
  if ("lines" in outcome) for (const line of outcome.lines ?? []) logged(line);
  if ("thrown" in outcome) throw faultOf(outcome.thrown, task.parseOnly ? 1 : 0);
  return "value" in outcome ? outcome.value : undefined;
}

function faultOf({ name, message, stack }: Thrown, linesAbove: number): ExpressionFault {
  if (message === "interrupted") return new ExpressionFault("The expression takes too long.");
  if (message === "out of memory" || name === "null")
    return new ExpressionFault("The expression creates too much data.");
  const at = /expression\.js:(\d+)(?::(\d+))?/.exec(stack);
  const place: Place | undefined = at
    ? { line: Math.max(1, Number(at[1]) - linesAbove), column: Number(at[2] ?? 1) }
    : undefined;
  return new ExpressionFault(`${name}: ${message}.`, { place });
}
