// The parameters of a run: they are validated with their rendered bounds, and secret parameters are stored separately.
import { Problem } from "#language/problem.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { mask } from "#server/spec/secret-text.ts";
import { checkParameters, type ParameterProblem } from "../../check-parameters.ts";
import type { Parameter } from "../../parameter.ts";
import { valuesForTemplates, type ParameterLookups } from "../parameters/chosen.ts";
import { serverCheckTools } from "../parameters/matches.ts";
import type { Fields } from "../text/environment.ts";

export type Parameters = Readonly<Record<string, string>>;

/**
 * Returns the value of every parameter, and the problems of invalid parameters. `rendered` are the parameters with
 * rendered properties.
 */
export async function judgeParameters(
  rendered: readonly Parameter[],
  sent: Parameters,
  lookups: ParameterLookups,
): Promise<{ values: Parameters; problems: readonly ParameterProblem[] }> {
  const { values, problems } = checkParameters(rendered, sent, serverCheckTools);
  if (problems.length > 0) return { values, problems };
  const chosen = await valuesForTemplates(rendered, values, lookups);
  return { values: { ...values, ...chosenItems(rendered, chosen.values) }, problems: chosen.problems };
}

/** Returns the value of every parameter. Throws a Problem that lists the invalid parameters. */
export async function completeParameters(
  rendered: readonly Parameter[],
  sent: Parameters,
  lookups: ParameterLookups,
): Promise<Parameters> {
  const { values, problems } = await judgeParameters(rendered, sent, lookups);
  if (problems.length > 0) throw refusal(problems);
  return values;
}

/**
 * Replaces each config item selector by the items that it finds for the person who starts the run: the run itself has
 * other permissions, and the approval applies to these items.
 */
const chosenItems = (parameters: readonly Parameter[], values: Fields): Parameters =>
  Object.fromEntries(
    parameters
      .filter(({ name, type }) => type === "configs" && Array.isArray(values[name]))
      .map(({ name }) => [name, JSON.stringify((values[name] as readonly Fields[]).map(({ id }) => ({ id })))]),
  );

const refusal = (problems: readonly ParameterProblem[]) =>
  new Problem("invalid", problems.map(({ message }) => message).join("; "), {
    parts: {
      fields: problems.map(({ name, message }) => ({
        path: name === undefined ? "params" : `params.${name}`,
        message,
      })),
    },
  });

const isSecret = ({ type }: Parameter) => type === "secret";

export const secretsIn = (parameters: readonly Parameter[], values: Parameters): string[] =>
  parameters.filter(isSecret).flatMap(({ name }) => (Object.hasOwn(values, name) ? [values[name]!] : []));

/**
 * Separates the secret parameters, and those that contain a secret, for example through a default that is a template.
 */
export function splitSecrets(parameters: readonly Parameter[], values: Parameters, scrubber: Scrubber) {
  const secretTypes = new Set(parameters.filter(isSecret).map(({ name }) => name));
  const entries = Object.entries(values);
  const isHidden = ([name, value]: readonly [string, string]) =>
    secretTypes.has(name) || scrubber.text(value) !== value;
  return {
    shown: Object.fromEntries(entries.map((entry) => [entry[0], isHidden(entry) ? mask : entry[1]])),
    secret: Object.fromEntries(entries.filter(isHidden)),
  };
}
