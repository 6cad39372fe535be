// Remembers the results of an asynchronous function for some time. Concurrent calls share one request; failures are not
// remembered.

const maxEntries = 5_000;

export function remember<T>(keptMs: number, find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, { until: number; found: Promise<T> }>();
  return (key) => {
    const entry = known.get(key);
    if (entry && entry.until > Date.now()) return entry.found;
    // The oldest entry is first, because a renewed entry is moved to the end.
    known.delete(key);
    if (known.size >= maxEntries) known.delete(known.keys().next().value!);
    const found = find(key);
    known.set(key, { until: Date.now() + keptMs, found });
    found.catch(() => {
      if (known.get(key)?.found === found) known.delete(key);
    });
    return found;
  };
}
