// Functions on the types of values.
import { step } from "../../budget.ts";
import { compare, described, fieldsOf, isTruthy, JqError, kindOf } from "../values.ts";
import { plain, taking, textOf } from "./stating.ts";

plain("type", kindOf);
plain("not", (value) => !isTruthy(value));
plain("length", (value) => {
  switch (kindOf(value)) {
    case "null":
      return 0;
    case "boolean":
      throw new JqError(`${described(value)} has no length`);
    case "number":
      return Math.abs(value as number);
    case "string":
      return [...(value as string)].length;
    case "array":
      return (value as unknown[]).length;
    case "object":
      return Object.keys(fieldsOf(value)).length;
  }
});
plain("utf8bytelength", (value) => Buffer.byteLength(textOf(value, "utf8bytelength")));
const keys = (value: unknown, isSorted: boolean): unknown[] => {
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (kindOf(value) !== "object") throw new JqError(`${described(value)} has no keys`);
  const names = Object.keys(fieldsOf(value));
  return isSorted ? names.sort() : names;
};
plain("keys", (value) => keys(value, true));
plain("keys_unsorted", (value) => keys(value, false));
taking("has", 1, (value, key) => {
  if (Array.isArray(value) && typeof key === "number") return key >= 0 && key < value.length;
  if (kindOf(value) === "object" && typeof key === "string") return Object.hasOwn(value as object, key);
  throw new JqError(`Cannot check whether ${kindOf(value)} has a ${kindOf(key)} key`);
});
function contains(a: unknown, b: unknown): boolean {
  step();
  if (kindOf(a) === "object" && kindOf(b) === "object")
    return Object.keys(fieldsOf(b)).every(
      (key) => Object.hasOwn(a as object, key) && contains(fieldsOf(a)[key], fieldsOf(b)[key]),
    );
  if (Array.isArray(a) && Array.isArray(b))
    return b.every((wanted) => a.some((held) => kindOf(held) === kindOf(wanted) && contains(held, wanted)));
  if (typeof a === "string" && typeof b === "string") return a.includes(b);
  if (kindOf(a) === kindOf(b)) return compare(a, b) === 0;
  throw new JqError(`${described(a)} and ${described(b)} cannot have their containment checked`);
}
taking("contains", 1, contains);
