// A filter that includes and excludes, as a parameter: `?status=SUCCESS:-1`.
import { type ItemKind, parseTriStates, printTriStates, type TriStates } from "#language/tri-state.ts";
import type { Param } from "./url-state.ts";

/** `fallback` is written as the address has it, and holds while the address is silent. `?status=` is no filter at all. */
export const triStates = (fallback = "", kind: ItemKind = "plain"): Param<TriStates> => ({
  fallback: parseTriStates(fallback, kind),
  parse: (given) => parseTriStates(given, kind),
  print: (value) => printTriStates(value, kind) ?? "",
});
