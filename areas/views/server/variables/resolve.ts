// Resolves the variables of a view, level by level: a variable can use the values of the variables that it depends on.
import { compile } from "#lib/expression/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { print } from "#lib/expression/values.ts";
import { filledText } from "#server/spec/fill.ts";
import type { RefreshError, ViewVariable } from "../../contract.schema.ts";
import type { QueryRun } from "../queries/query-run.ts";
import { readResources } from "../queries/resources.ts";
import { RowSink } from "../queries/row-sink.ts";
import { filledSelector } from "../queries/run-query.ts";
import type { VariableSpec } from "../spec/view-spec.ts";
import { levelsOf } from "../spec/variable-levels.ts";

export interface ResolvedVariables {
  variables: ViewVariable[];
  /** The selected values by key. */
  values: Readonly<Record<string, string>>;
  errors: RefreshError[];
}

interface Option {
  label: string;
  value: string;
}

const maxOptions = 100;
/** The maximum number of config items that are read for the options. Several items can have the same value. */
const maxItems = 5_000;

export async function resolveVariables(
  specs: readonly VariableSpec[],
  sent: Readonly<Record<string, string>>,
  run: QueryRun,
  describe: (error: unknown) => string,
): Promise<ResolvedVariables> {
  const values: Record<string, string> = {};
  const found = new Map<string, ViewVariable>();
  const errors: RefreshError[] = [];
  for (const level of levelsOf(specs).levels) {
    const resolved = await Promise.all(
      level.map(async (spec) => {
        const { options, error } = await optionsOf(spec, { ...run, variables: { ...values } }).then(
          (all) => ({ options: all, error: undefined }),
          (thrown: unknown) => ({ options: [], error: describe(thrown) }),
        );
        if (error !== undefined) errors.push({ variable: spec.key, message: error });
        return variableOf(spec, options, { wanted: sent[spec.key], error });
      }),
    );
    for (const variable of resolved) {
      values[variable.key] = variable.default;
      found.set(variable.key, variable);
    }
  }
  return { variables: specs.flatMap(({ key }) => found.get(key) ?? []), values, errors };
}

function variableOf(
  { key, label, default: stated, dependsOn = [] }: VariableSpec,
  options: readonly Option[],
  { wanted, error }: { wanted: string | undefined; error: string | undefined },
): ViewVariable {
  const isOption = (value: string | undefined) => options.some((option) => option.value === value);
  const selected = isOption(wanted) ? wanted! : isOption(stated) ? stated! : (options[0]?.value ?? stated ?? "");
  return {
    key,
    ...(label !== undefined && { label }),
    options: options.map(({ value }) => value),
    optionItems: [...options],
    default: selected,
    dependsOn: [...dependsOn],
    ...(error !== undefined && { error }),
  };
}

async function optionsOf({ values, valueFrom }: VariableSpec, run: QueryRun): Promise<Option[]> {
  if (!valueFrom) return [...new Set(values)].map((value) => ({ label: value, value }));
  const { label = "config.name", value = "config.name", config } = valueFrom;
  const filling = {
    around: { var: run.variables },
    variables: new Map<string, string>(),
    value: async (text: string) => text,
    credentials: async () => ({ username: "", password: "", name: "", namespace: "" }),
  };
  const selector = await filledSelector(config, (text) => filledText(text, filling, { what: "valueFrom.config" }));
  const items = await itemsOf(
    { ...selector, limit: Math.min(selector.limit || maxItems, maxItems) },
    [label, value],
    run,
  );
  const [labelOf, valueOf] = [await textOf(label, "label"), await textOf(value, "value")];
  const options = new Map<string, Option>();
  for (const item of items) {
    const [shown, chosen] = [await labelOf(item), await valueOf(item)];
    if (chosen !== "" && !options.has(chosen)) options.set(chosen, { label: shown || chosen, value: chosen });
  }
  return [...options.values()].sort((a, b) => a.label.localeCompare(b.label, "en")).slice(0, maxOptions);
}

async function textOf(text: string, what: string): Promise<(item: object) => Promise<string>> {
  const expression = await compile("cel", text || "config.name");
  return async (item) => {
    try {
      const value = await expression.run({ config: item, row: item });
      return value === null || value === undefined ? "" : print(value);
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      throw new Error(`${what}: ${faultText(error)}`, { cause: error });
    }
  };
}

async function itemsOf(selector: object, texts: readonly string[], run: QueryRun): Promise<object[]> {
  const items: object[] = [];
  let names: readonly string[] = [];
  const sink = new RowSink(
    {
      columns: async (columns) => void (names = columns),
      async rows(lines) {
        for (const line of lines) {
          const row = JSON.parse(line) as unknown[];
          items.push(Object.fromEntries(names.map((name, at) => [name, row[at]])));
        }
      },
    },
    { maxRows: maxItems, maxBytes: 20_000_000 },
  );
  const mentions = (column: string) => texts.some((text) => new RegExp(String.raw`\b${column}\b`).test(text));
  await readResources("configs", selector, { ...run, mentions, readsAll: true, isOrdered: true }, sink);
  return items;
}
