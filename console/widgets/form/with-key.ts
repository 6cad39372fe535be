// Changes one key of a map. The other keys keep their order, and a new key is inserted in schema order, so that the
// YAML next to the form reads like its schema.

type Entries = Readonly<Record<string, unknown>>;

/** An undefined value removes the key. */
export function withKey(map: Entries, key: string, value: unknown, order: readonly string[] = []): Entries {
  if (value === undefined) {
    const { [key]: _, ...rest } = map;
    return rest;
  }
  if (Object.hasOwn(map, key)) return { ...map, [key]: value };
  const after = order.slice(order.indexOf(key) + 1);
  const entries = Object.entries(map);
  const at = order.includes(key) ? entries.findIndex(([name]) => after.includes(name)) : -1;
  return Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at, 0, [key, value]));
}
