// Validates the people, teams and resources that parameters refer to, which only the server can do, and loads the
// values for templates. The caller passes the lookups, with the permissions of the person who starts the run.
import { Span } from "#lib/expression/values.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { ParameterProblem } from "../../check-parameters.ts";
import { filterOf, labelOf, textProperty, type Parameter } from "../../parameter.ts";
import type { Fields } from "../text/environment.ts";

export interface ParameterLookups {
  /** Whether an active person exists; if a role is passed, a person with this role. */
  hasPerson(id: string, role: string | undefined): Promise<boolean>;
  hasTeam(id: string): Promise<boolean>;
  /**
   * The row as JSON, if the resource exists, is readable and matches one of the selectors. An empty list of selectors
   * matches everything.
   */
  resource(
    kind: "config" | "component" | "check",
    id: string,
    filter: readonly ResourceSelector[],
  ): Promise<Fields | undefined>;
  /** The config items that the selectors find. */
  configs(selectors: readonly ResourceSelector[]): Promise<readonly Fields[]>;
}

export interface ChosenValues {
  /** The typed values, for `params` in templates. */
  values: Fields;
  problems: readonly ParameterProblem[];
}

/** `values` were validated by checkParameters. */
export async function valuesForTemplates(
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
  lookups: ParameterLookups,
): Promise<ChosenValues> {
  const typed: [string, unknown][] = [];
  const problems: ParameterProblem[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const value = Object.hasOwn(values, name) ? values[name]! : undefined;
    const found = value === undefined || value === "" ? value : await typedValue(parameter, value, lookups);
    if (found === missing) problems.push({ name, message: `${labelOf(parameter)} ${whyMissing(parameter)}` });
    // Every parameter has a value, so that expressions can test it.
    else typed.push([name, found ?? ""]);
  }
  return { values: Object.fromEntries(typed), problems };
}

const missing = Symbol("missing");

async function typedValue(parameter: Parameter, value: string, lookups: ParameterLookups): Promise<unknown> {
  switch (parameter.type) {
    case "people":
      return (await lookups.hasPerson(value, textProperty(parameter, "role"))) ? value : missing;
    case "team":
      return (await lookups.hasTeam(value)) ? value : missing;
    case "config":
    case "component":
    case "check":
      return (await lookups.resource(parameter.type, value, filterOf(parameter))) ?? missing;
    case "configs":
      return lookups.configs([JSON.parse(value) as ResourceSelector | ResourceSelector[]].flat());
    case "duration":
      return new Span(parseDuration(value));
    default:
      return value;
  }
}

function whyMissing(parameter: Parameter): string {
  const role = textProperty(parameter, "role");
  if (parameter.type === "people")
    return role === undefined ? "must be an active person" : `must be an active person with the role ${role}`;
  if (parameter.type === "team") return "must be a team";
  const noun = { config: "config item", component: "component", check: "check" }[
    parameter.type as "config" | "component" | "check"
  ];
  return filterOf(parameter).length === 0
    ? `must be a ${noun} that you can see`
    : `must be a ${noun} that you can see and that matches the filter`;
}
