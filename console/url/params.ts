// The parameters of a query string as typed values, without the router. Values that equal their default are omitted;
// invalid values fall back to the default.
import type { Search } from "./search.ts";

/** Parses and prints a parameter; `parse` returns undefined for invalid text. */
export interface Param<Value> {
  fallback: Value;
  parse(text: string): Value | undefined;
  print(value: Value): string;
}

export const text = (fallback = ""): Param<string> => ({ fallback, parse: (value) => value, print: (value) => value });

export const integer = (fallback: number, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) =>
  ({
    fallback,
    parse: (raw) => {
      const value = /^-?\d{1,15}$/.test(raw) ? Number(raw) : undefined;
      return value !== undefined && value >= min && value <= max ? value : undefined;
    },
    print: String,
  }) satisfies Param<number>;

export const oneOf = <const Choice extends string>(choices: readonly Choice[], fallback: NoInfer<Choice>) =>
  ({
    fallback,
    parse: (raw) => choices.find((choice) => choice === raw),
    print: (value) => value,
  }) satisfies Param<Choice>;

/** Printed as yes and no. */
export const yesNo = (fallback: boolean) =>
  ({
    fallback,
    parse: (raw) => (raw === "yes" ? true : raw === "no" ? false : undefined),
    print: (value) => (value ? "yes" : "no"),
  }) satisfies Param<boolean>;

export type UrlState = Readonly<Record<string, Param<unknown>>>;

/** Declares the parameters of a page, in a file next to it. */
export const urlState = <const State extends UrlState>(state: State): State => state;
export type Values<State extends UrlState> = {
  [Name in keyof State]: State[Name] extends Param<infer Value> ? Value : never;
};

/** The changes; undefined resets a parameter to its default. */
export type UrlChanges<State extends UrlState> = { [Name in keyof State]?: Values<State>[Name] | undefined };

/** If a parameter is repeated, its first value is used. */
export function parseUrl<State extends UrlState>(state: State, search: Search): Values<State> {
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(state)) {
    const raw = [search[name]].flat()[0];
    values[name] = (raw === undefined ? undefined : param.parse(raw)) ?? param.fallback;
  }
  return values as Values<State>;
}

/** The query with some values changed. Other parameters are not changed. */
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
