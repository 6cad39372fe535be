// JavaScript: read and run in the thread.
import { ExpressionFault, type Place } from "../fault.ts";
import { headerMark, isHeaderMap } from "../header-map.ts";
import type { Script, Thrown } from "../thread/task.ts";
import { inThread } from "../thread/thread.ts";

/** A script has so long unless somebody says otherwise; it holds up other scripts only. */
const usualMs = 1_000;
const longestParseMs = 1_000;

export async function compileJavaScript(source: string) {
  await run({ kind: "script", source, values: {}, parseOnly: true, ms: longestParseMs });
  return (values: Readonly<Record<string, unknown>>, ms = usualMs) =>
    run({ kind: "script", source, values: asJson(values), parseOnly: false, ms });
}

const marked = (_: string, value: unknown) => (isHeaderMap(value) ? { [headerMark]: { ...value } } : value);

function asJson(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "function" ? undefined : JSON.stringify(value, marked)] as const,
  );
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function run(task: Script): Promise<unknown> {
  const outcome = await inThread(task);
  if ("thrown" in outcome) throw faultOf(outcome.thrown, task.parseOnly ? 1 : 0);
  return "value" in outcome ? outcome.value : undefined;
}

function faultOf({ name, message, stack }: Thrown, linesAbove: number): ExpressionFault {
  if (message === "interrupted") return new ExpressionFault("The expression takes too long.");
  if (message === "out of memory" || name === "null")
    return new ExpressionFault("The expression makes more than fits.");
  const at = /expression\.js:(\d+)(?::(\d+))?/.exec(stack);
  const place: Place | undefined = at
    ? { line: Math.max(1, Number(at[1]) - linesAbove), column: Number(at[2] ?? 1) }
    : undefined;
  return new ExpressionFault(`${name}: ${message}.`, { place });
}
