// The parameters of a query string as typed values, without the router. A value that equals its default is left out of the
// address; a value that cannot be read is its default.
import type { Search } from "./search.ts";

/** How one parameter reads and prints; undefined when the text is not one of its values. */
export interface Param<Value> {
  fallback: Value;
  parse(text: string): Value | undefined;
  print(value: Value): string;
}

export const text = (fallback = ""): Param<string> => ({ fallback, parse: (given) => given, print: (value) => value });

export const integer = (fallback: number, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) =>
  ({
    fallback,
    parse: (given) => {
      const value = /^-?\d{1,15}$/.test(given) ? Number(given) : undefined;
      return value !== undefined && value >= min && value <= max ? value : undefined;
    },
    print: String,
  }) satisfies Param<number>;

export const oneOf = <const Choice extends string>(choices: readonly Choice[], fallback: NoInfer<Choice>) =>
  ({
    fallback,
    parse: (given) => choices.find((choice) => choice === given),
    print: (value) => value,
  }) satisfies Param<Choice>;

/** Written yes and no, as the product's addresses have it. */
export const yesNo = (fallback: boolean) =>
  ({
    fallback,
    parse: (given) => (given === "yes" ? true : given === "no" ? false : undefined),
    print: (value) => (value ? "yes" : "no"),
  }) satisfies Param<boolean>;

export type UrlState = Readonly<Record<string, Param<unknown>>>;

/** States the parameters of a page, in a file of its own beside the page. */
export const urlState = <const State extends UrlState>(state: State): State => state;
export type Values<State extends UrlState> = {
  [Name in keyof State]: State[Name] extends Param<infer Value> ? Value : never;
};

/** What to change; undefined goes back to the default. */
export type UrlChanges<State extends UrlState> = { [Name in keyof State]?: Values<State>[Name] | undefined };

/** Of several values of a name the first counts. */
export function parseUrl<State extends UrlState>(state: State, search: Search): Values<State> {
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(state)) {
    const given = [search[name]].flat()[0];
    values[name] = (given === undefined ? undefined : param.parse(given)) ?? param.fallback;
  }
  return values as Values<State>;
}

/** The search with some values changed. Parameters that are not this page's state stay as they are. */
export function changeUrl<State extends UrlState>(state: State, search: string, changes: UrlChanges<State>) {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    const param = state[name];
    if (!param) continue;
    const printed = value === undefined ? undefined : param.print(value);
    if (printed === undefined || printed === param.print(param.fallback)) query.delete(name);
    else query.set(name, printed);
  }
  const changed = query.toString();
  return changed ? `?${changed}` : "";
}
