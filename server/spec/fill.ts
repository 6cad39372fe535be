// Filling in what a spec leaves open: `{{ }}` and `$( )` in its texts, with variables, credentials and whatever else there is
// to see.
import { told } from "../expression/check.ts";
import { compile } from "../expression/compile.ts";
import { ExpressionFault } from "../expression/fault.ts";
import { isTemplateText } from "../expression/template/header.ts";
import { withTexts, type Place } from "./templated-places.ts";

/** A text that cannot be filled in, in words for who wrote it. */
export class FillFault extends Error {
  override readonly name = "FillFault";
}

/** A value, or where it is found. */
type Variable = string | { name?: string | undefined };

/** What stands in an address: those of the spec, or of the connection that it refers to. */
export interface Credentials {
  username: string;
  password: string;
  name: string;
  namespace: string;
}

export interface Filling<Given extends Variable> {
  /** What there is to fill in for every text. */
  around: object;
  /** As the spec and what it is part of write them, by name. */
  variables: ReadonlyMap<string, Given>;
  value(value: Given): Promise<string>;
  /** Asked only when an address has a place for them. */
  credentials(): Promise<Credentials>;
}

/** In the words of manifests: a list with names, as checks have it, or an object, as canaries do. */
export function variablesIn<Given extends Variable>(...written: readonly unknown[]): Map<string, Given> {
  const found = new Map<string, Given>();
  for (const env of written) {
    if (Array.isArray(env))
      for (const one of env as Given[]) if (typeof one === "object" && one.name) found.set(one.name, one);
    if (typeof env !== "object" || env === null || Array.isArray(env)) continue;
    for (const [name, one] of Object.entries(env)) found.set(name, one as Given);
  }
  return found;
}

/** Variables first: other texts may use them. */
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
    const made = await filledText(text, filling, { what: path.join("."), isAddress });
    filled.push({ path, text: isAddress ? made.trim() : made });
  }
  return filled;
}

/** A text that is found to be one begins with these; what was filled in must not turn a text into a reference. */
const reference = /^\s*(?:connection|secret|configmap|env|helm|serviceaccount):\/\//i;

export async function filledText<Given extends Variable>(
  text: string,
  filling: Filling<Given>,
  { what, isAddress = false, more }: { what: string; isAddress?: boolean; more?: Readonly<Record<string, unknown>> },
): Promise<string> {
  if (!isTemplateText(text)) return text;
  const values = {
    ...(isAddress && (await credentialsIn(text, filling))),
    ...(await variablesOf(text, filling)),
    ...filling.around,
    ...more,
  };
  let made: string;
  try {
    made = String(await (await compile("template", text)).run(values));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new FillFault(`${what} cannot be filled in: ${told(error)}`);
  }
  if (reference.test(made) && !reference.test(text))
    throw new FillFault(
      `${what} would come to a reference, which must be written out: what is found is not looked up.`,
    );
  return made;
}

async function variablesOf<Given extends Variable>(
  text: string,
  { variables, value }: Filling<Given>,
): Promise<Readonly<Record<string, unknown>>> {
  if (variables.size === 0) return { env: {} };
  // Only what is asked for is looked up.
  const isAll = /\benv\b/.test(text);
  const wanted = [...variables].filter(([name]) => isAll || text.includes(name));
  const entries = await Promise.all(wanted.map(async ([name, one]) => [name, await value(one)] as const));
  const env = Object.fromEntries(entries);
  return { ...env, env };
}

async function credentialsIn<Given extends Variable>(
  text: string,
  { credentials }: Filling<Given>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!/\b(?:username|password|domain|name|namespace)\b/.test(text)) return {};
  const { username, password, name, namespace } = await credentials();
  // In an address the signs of a password must not be taken for its own.
  const written = text.includes("://") ? encodeURIComponent : (one: string) => one;
  const domain = username.slice(username.indexOf("@") + 1 || username.length);
  return { username: written(username), password: written(password), domain, name, namespace };
}
