import { isRecord } from "../form/json-schema.ts";

/** Compares two values. The order of keys is ignored, and an undefined key equals a missing one. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = (record: Readonly<Record<string, unknown>>) =>
    Object.keys(record).filter((key) => record[key] !== undefined);
  const [ours, theirs] = [keys(a), keys(b)];
  return ours.length === theirs.length && ours.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]));
}
