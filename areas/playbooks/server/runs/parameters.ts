// The parameters of a run: defaults and properties are rendered for the resource; all values are strings.
import { problem } from "#language/problem.ts";
import { mask } from "#server/spec/secret-text.ts";
import { checkParameters, renderText, type Values } from "./parts-of-other-folders.ts";
import type { PlaybookParameter } from "../spec.ts";

export type Parameters = Readonly<Record<string, string>>;

/** Returns the definitions with their default and properties rendered. */
export async function renderParameters(
  parameters: readonly PlaybookParameter[],
  sent: Parameters,
  values: Values,
): Promise<PlaybookParameter[]> {
  const rendered: PlaybookParameter[] = [];
  const known: Record<string, string> = { ...sent };
  // Definitions are rendered in order, so that a default may use earlier parameters.
  for (const parameter of parameters) {
    const now = { ...values, params: { ...(values["params"] as object), ...known } };
    const text = parameter.default === undefined ? undefined : await renderText(parameter.default, now);
    if (text !== undefined) known[parameter.name] ??= text;
    rendered.push({
      ...parameter,
      ...(text !== undefined && { default: text }),
      ...(parameter.properties && {
        properties: (await renderDeep(parameter.properties, now)) as Record<string, unknown>,
      }),
    });
  }
  return rendered;
}

async function renderDeep(value: unknown, values: Values): Promise<unknown> {
  if (typeof value === "string") return renderText(value, values);
  if (Array.isArray(value)) return Promise.all(value.map((item) => renderDeep(item, values)));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(async ([key, part]) => [key, await renderDeep(part, values)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

/** Returns the value of every parameter. Throws a Problem that names the wrong ones. */
export function completeParameters(rendered: readonly PlaybookParameter[], sent: Parameters): Parameters {
  const names = rendered.map(({ name }) => name);
  const unknown = Object.keys(sent).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw problem.invalid(
      `unknown parameter(s): ${unknown.join(", ")}; valid names are: ${names.join(", ") || "none, the playbook has no parameters"}`,
    );
  const complete: Record<string, string> = {};
  for (const { name, default: text } of rendered) {
    const value = sent[name] ?? text;
    if (value !== undefined) complete[name] = value;
  }
  const missing = rendered.filter(({ name, required }) => required && (complete[name] ?? "") === "");
  if (missing.length > 0)
    throw problem.invalid(`missing required parameter(s): ${missing.map(({ name }) => name).join(",")}`);
  const faults = checkParameters(rendered, complete);
  if (faults.length > 0)
    throw problem.badParts(faults.map(({ name, message }) => ({ path: `params.${name}`, message })));
  return complete;
}

/** Separates the secret parameters. */
export function splitSecrets(parameters: readonly PlaybookParameter[], values: Parameters) {
  const names = new Set(parameters.filter(({ type }) => type === "secret").map(({ name }) => name));
  const entries = Object.entries(values);
  return {
    shown: Object.fromEntries(entries.map(([name, value]) => [name, names.has(name) ? mask : value])),
    secret: Object.fromEntries(entries.filter(([name]) => names.has(name))),
  };
}
