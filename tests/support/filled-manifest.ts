// Fills in the placeholders of test manifests, such as ports.
export type Places = Readonly<Record<string, string | number>>;

/**
 * Replaces placeholders: `${postgres}` is the port of that server. A string that is only a placeholder becomes the
 * value with its type.
 */
export function filled(value: unknown, places: Places): unknown {
  const placed = (name: string) => {
    if (!Object.hasOwn(places, name)) throw new Error(`A manifest has the unknown placeholder ${name}.`);
    return places[name]!;
  };
  if (typeof value === "string") {
    const [, whole] = /^\$\{(\w+)\}$/.exec(value) ?? [];
    return whole ? placed(whole) : value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(placed(name)));
  }
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, places));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, filled(held, places)]));
}
