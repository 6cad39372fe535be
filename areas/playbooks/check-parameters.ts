// Validates parameter values before a run. The server and the form use the same rules. Only the server checks whether
// chosen people, teams and resources exist (server/parameters/chosen.ts).
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { nearestWord } from "#lib/text/nearest-word.ts";
import { parseMemory, parseMillicores } from "#lib/text/quantity.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { parseDuration } from "#lib/time/duration.ts";
import {
  chosenValues,
  isProperty,
  labelOf,
  numberProperty,
  optionsOf,
  textProperty,
  type Parameter,
} from "./parameter.ts";

export interface ParameterProblem {
  /** The parameter; undefined for a problem that concerns several parameters. */
  name?: string | undefined;
  message: string;
}

export interface CheckedParameters {
  /** The values, with defaults for missing values. Values are strings, in the same way as in templates and forms. */
  values: Readonly<Record<string, string>>;
  problems: readonly ParameterProblem[];
}

export interface CheckTools {
  /**
   * Whether the whole text matches a pattern that the playbook author wrote; undefined if the pattern is invalid. The
   * server matches in linear time.
   */
  matches(text: string, pattern: string): boolean | undefined;
}

/** `parameters` have rendered defaults and properties. */
export function checkParameters(
  parameters: readonly Parameter[],
  sent: Readonly<Record<string, unknown>>,
  tools: CheckTools,
): CheckedParameters {
  const problems: ParameterProblem[] = unknownNames(parameters, sent);
  const values: [string, string][] = [];
  const missing: string[] = [];
  for (const parameter of parameters) {
    const { name, required } = parameter;
    const value = readText((Object.hasOwn(sent, name) ? sent[name] : undefined) ?? parameter.default);
    if (value === null) problems.push({ name, message: `${labelOf(parameter)} must be text.` });
    else if (value === undefined || value === "") {
      if (required === true) missing.push(name);
      if (value === "") values.push([name, value]);
    } else {
      values.push([name, value]);
      const wrong = valueProblem(parameter, value, tools);
      if (wrong !== undefined) problems.push({ name, message: `${labelOf(parameter)} ${wrong}` });
    }
  }
  if (missing.length > 0)
    problems.unshift({
      ...(missing.length === 1 && { name: missing[0] }),
      message: `missing required parameter(s): ${missing.join(",")}`,
    });
  return { values: Object.fromEntries(values), problems };
}

/** Returns the problem of one value, which the form shows under the field; undefined if the value is valid. */
export function parameterProblem(parameter: Parameter, value: string, tools: CheckTools): string | undefined {
  if (value === "") return parameter.required === true ? "is required" : undefined;
  return valueProblem(parameter, value, tools);
}

function unknownNames(parameters: readonly Parameter[], sent: Readonly<Record<string, unknown>>): ParameterProblem[] {
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(sent).filter((name) => !names.includes(name));
  if (unknown.length === 0) return [];
  const valid = names.length === 0 ? "the playbook has no parameters" : `valid names: ${names.join(", ")}`;
  const nearest = unknown.length === 1 ? nearestWord(unknown[0]!, names) : undefined;
  const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return [{ message: `unknown parameter(s): ${unknown.join(", ")} (${valid})${hint}` }];
}

/** Returns undefined for a missing value and null for a value of another type. */
function readText(value: unknown): string | undefined | null {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function valueProblem(parameter: Parameter, value: string, tools: CheckTools): string | undefined {
  switch (parameter.type ?? "text") {
    case "text":
      return textProblem(parameter, value, tools) ?? formatProblem(parameter, value);
    case "secret":
    case "code":
      return textProblem(parameter, value, tools);
    case "list":
      return listProblem(parameter, value);
    case "checkbox":
      return value === "true" || value === "false" ? undefined : "must be true or false";
    case "people":
    case "team":
    case "config":
    case "component":
    case "check":
      return uuid.test(value) ? undefined : "must be an id";
    case "configs":
      return selectorProblem(value);
    case "millicores":
      return amountProblem(parameter, value, parseMillicores);
    case "bytes":
      return amountProblem(parameter, value, parseMemory);
    case "duration":
      return durationProblem(parameter, value);
  }
}

function textProblem(parameter: Parameter, value: string, { matches }: CheckTools): string | undefined {
  const { length } = [...value];
  const [least, most] = [numberProperty(parameter, "minLength"), numberProperty(parameter, "maxLength")];
  if (least !== undefined && length < least) return `must have at least ${characters(least)}`;
  if (most !== undefined && length > most) return `must have at most ${characters(most)}`;
  const pattern = textProperty(parameter, "regex");
  if (pattern === undefined) return undefined;
  const found = matches(value, pattern);
  if (found === undefined) return `cannot be checked: its pattern ${pattern} is not valid`;
  return found ? undefined : `must match ${pattern}`;
}

const characters = (count: number) => `${count} ${count === 1 ? "character" : "characters"}`;

const dnsLabel = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
const dnsName = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`);

/** Formats that only affect the input field, such as password, are not validated. */
function formatProblem(parameter: Parameter, value: string): string | undefined {
  switch (textProperty(parameter, "format")?.toLowerCase()) {
    case "dns1123":
      return value.length <= 253 && dnsName.test(value)
        ? undefined
        : "must be a DNS name: lower-case letters, digits, - and ., such as web-1.example";
    case "email":
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "must be an email address";
    case "url":
      return URL.canParse(value) && value.includes("://") ? undefined : "must be a URL, such as https://example.org";
    case "number":
      return numberProblem(parameter, value);
    case "bytes":
      return amountProblem(parameter, value, parseMemory);
    case "millicores":
      return amountProblem(parameter, value, parseMillicores);
    default:
      return undefined;
  }
}

function numberProblem(parameter: Parameter, value: string): string | undefined {
  const figure = Number(value);
  if (value.trim() === "" || !Number.isFinite(figure)) return "must be a number";
  return boundsProblem(parameter, figure, Number);
}

function amountProblem(parameter: Parameter, value: string, read: (text: string) => number): string | undefined {
  const wrong = problemOf(() => read(value));
  return wrong === undefined ? boundsProblem(parameter, read(value), read) : `is invalid: ${wrong}`;
}

/** Checks `min` and `max`, which have the same notation as the value. An invalid bound is ignored. */
function boundsProblem(parameter: Parameter, figure: number, read: (text: string) => number): string | undefined {
  const bound = (name: "min" | "max") => {
    const text = textProperty(parameter, name);
    const isReadable = text !== undefined && problemOf(() => read(text)) === undefined && !Number.isNaN(read(text));
    return isReadable ? { text, figure: read(text) } : undefined;
  };
  const [min, max] = [bound("min"), bound("max")];
  if (min && figure < min.figure) return `must be at least ${min.text}`;
  if (max && figure > max.figure) return `must be at most ${max.text}`;
  return undefined;
}

function durationProblem(parameter: Parameter, value: string): string | undefined {
  const wrong = amountProblem(parameter, value, parseDuration);
  const options = optionsOf(parameter);
  if (wrong !== undefined || options.length === 0) return wrong;
  const isOffered = options.some(
    (option) =>
      problemOf(() => parseDuration(option.value)) === undefined &&
      parseDuration(option.value) === parseDuration(value),
  );
  return isOffered ? undefined : `must be one of ${options.map((option) => option.value).join(", ")}`;
}

function listProblem(parameter: Parameter, value: string): string | undefined {
  const options = optionsOf(parameter);
  if (options.length === 0) return undefined;
  const known = new Set(options.map((option) => option.value));
  const chosen = isProperty(parameter, "multiple") && !known.has(value) ? chosenValues(value) : [value];
  return chosen.every((item) => known.has(item)) ? undefined : `must be one of ${[...known].join(", ")}`;
}

function selectorProblem(value: string): string | undefined {
  let selector: unknown;
  try {
    selector = JSON.parse(value);
  } catch {
    return "must be a resource selector as JSON";
  }
  const selectors = (Array.isArray(selector) ? selector : [selector]) as ResourceSelector[];
  if (selectors.some((item) => typeof item !== "object" || item === null || isEmptySelector(item)))
    return 'must select something, such as {"types": ["Kubernetes::Pod"]}';
  for (const item of selectors) {
    const wrong = problemOf(() => toSelector(item));
    if (wrong !== undefined) return `is invalid: ${wrong}`;
  }
  return undefined;
}
