// A map with one key changed. The others keep their order, and a new one comes where the schema would put it, so that the
// text beside the form reads like its schema.

type Entries = Readonly<Record<string, unknown>>;

/** Undefined takes the key away. */
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
