// Functions on numbers.
import { numberOf, plain, taking } from "./stating.ts";

for (const name of [
  "floor",
  "ceil",
  "round",
  "sqrt",
  "trunc",
  "exp",
  "log",
  "log2",
  "log10",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "cbrt",
] as const)
  plain(name, (value) => Math[name](numberOf(value, name)));
plain("fabs", (value) => Math.abs(numberOf(value, "fabs")));
plain("abs", (value) => Math.abs(numberOf(value, "abs")));
plain("exp2", (value) => 2 ** numberOf(value, "exp2"));
plain("exp10", (value) => 10 ** numberOf(value, "exp10"));
taking("pow", 2, (_, base, power) => numberOf(base, "pow") ** numberOf(power, "pow"));
taking("fmin", 2, (_, a, b) => Math.min(numberOf(a, "fmin"), numberOf(b, "fmin")));
taking("fmax", 2, (_, a, b) => Math.max(numberOf(a, "fmax"), numberOf(b, "fmax")));
plain("infinite", () => Number.POSITIVE_INFINITY);
plain("nan", () => Number.NaN);
plain("isinfinite", (value) => Math.abs(numberOf(value, "isinfinite")) === Number.POSITIVE_INFINITY);
plain("isnan", (value) => Number.isNaN(numberOf(value, "isnan")));
plain("isnormal", (value) => Number.isFinite(numberOf(value, "isnormal")) && value !== 0);
