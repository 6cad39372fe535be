// A URL parameter for a filter that includes and excludes: `?status=SUCCESS:-1`.
import { type ItemKind, parseTriStates, printTriStates, type TriStates } from "#language/tri-state.ts";
import type { Param } from "./url-state.ts";

/** `fallback` is the default, written as in the URL. An empty `?status=` disables the filter. */
export const triStates = (fallback = "", kind: ItemKind = "plain"): Param<TriStates> => ({
  fallback: parseTriStates(fallback, kind),
  parse: (value) => parseTriStates(value, kind),
  print: (value) => printTriStates(value, kind) ?? "",
});
