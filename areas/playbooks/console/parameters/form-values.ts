// The values of the parameter form. Typed values are stored separately from defaults, so that new defaults appear in
// unchanged fields when the parameters are fetched again.
import { type BadPart, Problem } from "#language/problem.ts";
import { checkParameters, parameterProblem, type CheckTools } from "../../check-parameters.ts";
import type { Parameter } from "../../parameter.ts";

/** The values that a person typed or chose, by parameter name. A cleared field is an empty string. */
export type TypedValues = Readonly<Record<string, string>>;

export const shownValue = ({ name, default: fallback }: Parameter, typed: TypedValues): string =>
  (Object.hasOwn(typed, name) ? typed[name] : undefined) ?? fallback ?? "";

/** Returns the values to send. An untouched checkbox is sent as false. */
export function valuesToSend(parameters: readonly Parameter[], typed: TypedValues): Record<string, string> {
  const entries = parameters.flatMap((parameter): [string, string][] => {
    const value = shownValue(parameter, typed);
    if (value === "" && parameter.type === "checkbox") return [[parameter.name, "false"]];
    return value === "" && !Object.hasOwn(typed, parameter.name) ? [] : [[parameter.name, value]];
  });
  return Object.fromEntries(entries);
}

/**
 * Matches with the regular expressions of the browser. A pattern that only the server's engine supports, such as one
 * with `(?i)`, is checked by the server.
 */
const tools: CheckTools = {
  matches(text, pattern) {
    try {
      return new RegExp(`^(?:${pattern})$`, "u").test(text);
    } catch {
      return true;
    }
  },
};

/** Returns the problem of a field as a sentence; undefined if its value is valid. */
export function fieldProblem(parameter: Parameter, typed: TypedValues): string | undefined {
  const wrong = parameterProblem(parameter, shownValue(parameter, typed), tools);
  return wrong === undefined ? undefined : `This field ${wrong}`;
}

/** Whether the form can be sent. */
export const isSendable = (parameters: readonly Parameter[], typed: TypedValues): boolean =>
  checkParameters(parameters, valuesToSend(parameters, typed), tools).problems.length === 0;

/** Reads the problems of individual parameters from an error response. */
export function problemsByParameter(error: unknown): Readonly<Record<string, string>> {
  const fields = error instanceof Problem && Array.isArray(error.parts["fields"]) ? error.parts["fields"] : [];
  return Object.fromEntries((fields as BadPart[]).map(({ path, message }) => [path.replace(/^params\./, ""), message]));
}
