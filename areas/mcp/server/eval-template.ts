// A tool that evaluates an expression with rows that the caller may read, so that users can test the expression before
// they save it.
import { z } from "zod";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { problem } from "#language/problem.ts";
import { defineTool, type McpCaller } from "#server/mcp/tool.ts";

const maxLength = 64 * 1024;
const maxMs = 10_000;
const source = z.string().max(maxLength, "is longer than 64 KiB").optional();
const id = z.guid("is not an id").toLowerCase().optional();

/** The arguments that name a row, each with its variable and its relation. */
const rowVariables = [
  { field: "config_id", variable: "config", relation: "config_detail" },
  { field: "change_id", variable: "change", relation: "catalog_changes" },
  { field: "check_id", variable: "check", relation: "check_summary" },
] as const;

export const evalTemplate = defineTool({
  name: "eval_template",
  title: "Evaluate an expression",
  description:
    "Evaluates a CEL expression or a Go template with the variables in env. config_id, change_id and check_id add the variables config, change and check.",
  input: z.strictObject({
    cel_expression: source.describe("A CEL expression. Either this or gotemplate is required."),
    gotemplate: source.describe("A Go template."),
    env: z.record(z.string(), z.unknown()).optional().describe("Variables by name"),
    config_id: id,
    change_id: id,
    check_id: id,
  }),
  quotes: "config items",
  async run({ cel_expression: cel, gotemplate: template, env = {}, ...ids }, caller) {
    const text = cel ?? template;
    if (text === undefined || (cel !== undefined && template !== undefined))
      throw problem.invalid("Either cel_expression or gotemplate is required.");
    const values = { ...env, ...(await rowsOf(ids, caller)) };
    try {
      const expression = await compile(cel === undefined ? "template" : "cel", text);
      const result = await expression.run(values, { within: maxMs });
      return { result: plain(result) };
    } catch (error) {
      throw error instanceof ExpressionFault ? problem.invalid(error.message) : error;
    }
  },
});

async function rowsOf(ids: Partial<Record<string, string>>, caller: McpCaller): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { field, variable, relation } of rowVariables) {
    const wanted = ids[field];
    if (wanted === undefined) continue;
    const [row] = await caller.rows(relation, { id: `eq.${wanted}`, limit: "1" });
    if (!row) throw problem.notFound(variable, wanted);
    found[variable] = row;
  }
  return found;
}

/** Converts values that have their own `toString`, such as durations, to text. */
const plain = (value: unknown): unknown =>
  typeof value === "object" && value !== null && value.toString !== Object.prototype.toString && !Array.isArray(value)
    ? (value as Date).toString()
    : (value ?? null);
