import { isRecord } from "../form/json-schema.ts";

/** Whether two values say the same. The order of keys says nothing, and a key without a value is none. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = (of: Readonly<Record<string, unknown>>) => Object.keys(of).filter((key) => of[key] !== undefined);
  const [ours, theirs] = [keys(a), keys(b)];
  return ours.length === theirs.length && ours.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]));
}
