// Prints results of checks: a table for people, JSON for programs, and JUnit XML for build servers.
import { printLatency } from "#lib/time/duration.ts";
import type { Line } from "./run-canaries.ts";

export const outputs = ["table", "json", "junit"] as const;
export type Output = (typeof outputs)[number];

export interface Terminal {
  isColoured: boolean;
  /** Terminal width; undefined when the output is not a terminal, so that lines are not cut. */
  columns: number | undefined;
}

export function print(lines: readonly Line[], output: Output, terminal: Terminal): string {
  if (output === "json") return json(lines);
  return output === "junit" ? junit(lines) : table(lines, terminal);
}

export const hasFailed = ({ verdict }: Line) => verdict !== "healthy";

const statusOf = ({ verdict, isInvalid }: Line) =>
  verdict === "healthy" ? "pass" : verdict === "could_not_check" ? "unknown" : isInvalid ? "invalid" : "fail";

const colours = { pass: 32, fail: 31, invalid: 31, unknown: 33 } as const;

function table(lines: readonly Line[], { isColoured, columns }: Terminal): string {
  const rows = lines.map((line) =>
    [
      statusOf(line),
      printLatency(line.durationMs),
      `${line.namespace}/${line.canary}`,
      line.name,
      line.type,
      hasFailed(line) ? line.error || line.message : line.message,
    ].map(oneLine),
  );
  const all = [["STATUS", "TIME", "CANARY", "CHECK", "TYPE", "MESSAGE"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const printed = all.map((row, index) => {
    const cells = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[column]!) : column === row.length - 1 ? cell : cell.padEnd(widths[column]!),
    );
    const text = cells.join("  ").trimEnd();
    const cut = columns !== undefined && text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
    const status = row[0]!;
    if (!isColoured || index === 0) return cut;
    return `\u001b[${colours[status as keyof typeof colours]}m${status}\u001b[0m${cut.slice(status.length)}`;
  });
  const failed = lines.filter(hasFailed).length;
  const summary = failed === 0 ? `${lines.length} passed` : `${lines.length - failed} passed, ${failed} did not`;
  return `${printed.join("\n")}\n\n${summary}.\n`;
}

/** Control characters in the output of a target could move the cursor or clear the screen. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

function json(lines: readonly Line[]): string {
  const results = lines.map((line) => ({
    canary: line.canary,
    namespace: line.namespace,
    name: line.name,
    type: line.type,
    description: line.description ?? "",
    labels: line.labels,
    pass: line.verdict === "healthy",
    invalid: line.isInvalid,
    could_not_check: line.verdict === "could_not_check",
    start: line.start.toISOString(),
    duration: line.durationMs,
    message: line.message,
    error: line.error,
    ...(line.warnings.length > 0 && { warnings: line.warnings }),
    ...(line.displayType !== undefined && { display_type: line.displayType }),
    detail: line.detail,
    data: line.data,
    metrics: line.metrics,
  }));
  return `${JSON.stringify(results, undefined, 2)}\n`;
}

function junit(lines: readonly Line[]): string {
  const suites = Map.groupBy(lines, ({ namespace, canary }) => `${namespace}/${canary}`);
  const printed = [...suites].map(([name, tests]) => {
    const count = (status: string) => tests.filter((line) => statusOf(line) === status).length;
    const attributes = {
      name,
      tests: tests.length,
      failures: count("fail"),
      errors: count("invalid"),
      skipped: count("unknown"),
      time: seconds(tests.reduce((sum, { durationMs }) => sum + durationMs, 0)),
      timestamp: tests[0]!.start.toISOString(),
    };
    return `  ${tag("testsuite", attributes)}\n${tests.map(testCase).join("\n")}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${printed.join("\n")}\n</testsuites>\n`;
}

const elements = { fail: "failure", invalid: "error", unknown: "skipped" } as const;

function testCase(line: Line): string {
  const open = tag("testcase", { classname: line.type, name: line.name, time: seconds(line.durationMs) });
  const status = statusOf(line);
  const inside = [
    status === "pass"
      ? line.message && `<system-out>${escaped(line.message)}</system-out>`
      : `${tag(elements[status], { message: oneLine(line.error) })}${escaped(line.error)}</${elements[status]}>`,
    line.warnings.length > 0 && `<system-err>${escaped(line.warnings.join("\n"))}</system-err>`,
  ].filter(Boolean);
  return inside.length === 0
    ? `    ${open.slice(0, -1)}/>`
    : [`    ${open}`, ...inside.map((element) => `      ${element}`), "    </testcase>"].join("\n");
}

const seconds = (ms: number) => (ms / 1_000).toFixed(3);

const tag = (name: string, attributes: Readonly<Record<string, string | number>>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join("")}>`;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML does not allow most control characters, even if they are escaped. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are removed here
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll(/[&<>"]/g, (sign) => entities[sign]!);
