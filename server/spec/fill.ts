// Fills in the templates of a spec, `{{ }}` and `$( )`, with variables, credentials and the values of the context.
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { withTexts, type Place } from "./templated-places.ts";

/** Thrown if a string cannot be filled in; the message is meant for the author of the spec. */
export class FillFault extends Error {
  override readonly name = "FillFault";
}

/** A value, or a reference to a value. */
type Variable = string | { name?: string | undefined };

/** Credentials for an address, from the spec or from the connection that it refers to. */
export interface Credentials {
  username: string;
  password: string;
  name: string;
  namespace: string;
}

export interface Filling<Given extends Variable> {
  /** Values available to every template. */
  around: object;
  /** The variables of the spec and of its parent, by name. */
  variables: ReadonlyMap<string, Given>;
  value(value: Given): Promise<string>;
  /** Returns the credentials; called only if an address uses them. */
  credentials(): Promise<Credentials>;
}

/** Reads both notations of manifests: a list with names, as in checks, or an object, as in canaries. */
export function variablesIn<Given extends Variable>(...written: readonly unknown[]): Map<string, Given> {
  const found = new Map<string, Given>();
  for (const env of written) {
    if (Array.isArray(env))
      for (const variable of env as Given[])
        if (typeof variable === "object" && variable.name) found.set(variable.name, variable);
    if (typeof env !== "object" || env === null || Array.isArray(env)) continue;
    for (const [name, variable] of Object.entries(env)) found.set(name, variable as Given);
  }
  return found;
}

/** Fills in the variables first, because other templates may use them. */
export async function filledSpec<Spec, Given extends Variable>(
  spec: Spec,
  places: readonly Place[],
  filling: Filling<Given>,
): Promise<Spec> {
  const isVariable = ({ path }: Place) => path[0] === "env";
  const variables = await filledPlaces(places.filter(isVariable), { ...filling, variables: new Map<string, Given>() });
  const prepared = withTexts(spec, variables);
  const known = new Map([...filling.variables, ...variablesIn<Given>((prepared as { env?: unknown }).env)]);
  const others = await filledPlaces(
    places.filter((place) => !isVariable(place)),
    { ...filling, variables: known },
  );
  return withTexts(prepared, others);
}

async function filledPlaces<Given extends Variable>(
  places: readonly Place[],
  filling: Filling<Given>,
): Promise<Place[]> {
  const filled: Place[] = [];
  for (const { path, text } of places) {
    const isAddress = path.length === 1 && path[0] === "url";
    const value = await filledText(text, filling, { what: path.join("."), isAddress, field: String(path.at(-1)) });
    filled.push({ path, text: isAddress ? value.trim() : value });
  }
  return filled;
}

/** Matches the prefixes of references. Filling in values must not turn a string into a reference. */
const reference = /^\s*(?:connection|secret|configmap|env|helm|serviceaccount):\/\//i;

/** These fields also accept the id of a connection. */
const connectionFields: ReadonlySet<string> = new Set(["connection", "url", "endpoint"]);
const id = /^\s*[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\s*$/i;

/** `field` is the name of the field that has the string. */
export const becomesReference = (written: string, filled: string, field = "") =>
  (reference.test(filled) && !reference.test(written)) ||
  (connectionFields.has(field) && id.test(filled) && !id.test(written));

interface FilledText {
  /** How messages refer to the string. */
  what: string;
  isAddress?: boolean;
  /** The name of its field. */
  field?: string | undefined;
  more?: Readonly<Record<string, unknown>>;
}

export async function filledText<Given extends Variable>(
  text: string,
  filling: Filling<Given>,
  { what, isAddress = false, field, more }: FilledText,
): Promise<string> {
  if (!isTemplateText(text)) return text;
  const values = {
    ...(isAddress && (await credentialsIn(text, filling))),
    ...(await variablesOf(text, filling)),
    ...filling.around,
    ...more,
  };
  let filled: string;
  try {
    filled = String(await (await compile("template", text)).run(values));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new FillFault(`${what} cannot be filled in: ${faultText(error)}`);
  }
  if (becomesReference(text, filled, field))
    throw new FillFault(
      `${what} would become a reference, which must be written literally: references in filled-in values are not resolved.`,
    );
  return filled;
}

async function variablesOf<Given extends Variable>(
  text: string,
  { variables, value }: Filling<Given>,
): Promise<Readonly<Record<string, unknown>>> {
  if (variables.size === 0) return { env: {} };
  // Only the variables that the template mentions are looked up.
  const isAll = /\benv\b/.test(text);
  const wanted = [...variables].filter(([name]) => isAll || text.includes(name));
  const entries = await Promise.all(wanted.map(async ([name, variable]) => [name, await value(variable)] as const));
  const env = Object.fromEntries(entries);
  return { ...env, env };
}

async function credentialsIn<Given extends Variable>(
  text: string,
  { credentials }: Filling<Given>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!/\b(?:username|password|domain|name|namespace)\b/.test(text)) return {};
  const { username, password, name, namespace } = await credentials();
  // Special characters of a password must not change the structure of the address.
  const written = text.includes("://") ? encodeURIComponent : (plain: string) => plain;
  const domain = username.slice(username.indexOf("@") + 1 || username.length);
  return { username: written(username), password: written(password), domain, name, namespace };
}
