// A parameter of a playbook, and the properties of each type. Properties are rendered templates, so a number may be
// written as a string.
import type { ResourceSelector } from "#language/resource-selector.ts";

export const parameterTypes = [
  "text",
  "code",
  "list",
  "checkbox",
  "people",
  "team",
  "config",
  "configs",
  "component",
  "check",
  "millicores",
  "bytes",
  "duration",
  "secret",
] as const;

export type ParameterType = (typeof parameterTypes)[number];

export interface Parameter {
  name: string;
  label?: string | undefined;
  /** Default: text. */
  type?: ParameterType | undefined;
  /** A Go template in the spec; rendered in the form. */
  default?: string | undefined;
  required?: boolean | undefined;
  icon?: string | undefined;
  description?: string | undefined;
  /** Parameters that the default and the properties depend on. */
  dependsOn?: readonly string[] | undefined;
  properties?: Readonly<Record<string, unknown>> | undefined;
}

/** The editor sizes of a `code` parameter. */
export const editorSizes = ["very-small", "small", "medium", "large", "full"] as const;
export type EditorSize = (typeof editorSizes)[number];

export interface ParameterOption {
  value: string;
  label: string;
}

export const labelOf = ({ label, name }: Parameter): string => (label === undefined || label === "" ? name : label);

export const textProperty = ({ properties }: Parameter, name: string): string | undefined => {
  const value = properties?.[name];
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
};

export const isProperty = ({ properties }: Parameter, name: string): boolean =>
  properties?.[name] === true || properties?.[name] === "true";

export function numberProperty(parameter: Parameter, name: string): number | undefined {
  const text = textProperty(parameter, name);
  return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
}

/** The options of a list or a duration: texts, or objects with a value and a label. */
export function optionsOf({ properties }: Parameter): readonly ParameterOption[] {
  const options: unknown = properties?.["options"];
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: unknown) => {
    if (typeof option === "string" || typeof option === "number")
      return [{ value: String(option), label: String(option) }];
    const { value, label } = (option ?? {}) as { value?: unknown; label?: unknown };
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
    return [{ value: String(value), label: typeof label === "string" && label !== "" ? label : String(value) }];
  });
}

/** The selectors of a resource picker; empty if all resources can be chosen. */
export function filterOf({ properties }: Parameter): readonly ResourceSelector[] {
  const filter: unknown = properties?.["filter"];
  return Array.isArray(filter) ? (filter as ResourceSelector[]) : [];
}

/** The chosen values of a multiple-choice list: a JSON list, or texts separated by commas. */
export function chosenValues(value: string): readonly string[] {
  if (value.trim().startsWith("["))
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed.map(String);
    } catch {
      // The value is a string that merely starts with a bracket.
    }
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Whether other parameters depend on this one, so that they must be refetched when its value changes. */
export const isDependedOn = (parameters: readonly Parameter[], name: string): boolean =>
  parameters.some(({ dependsOn }) => dependsOn?.includes(name) === true);
