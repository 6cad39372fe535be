// Records request durations by method, route and status as a Prometheus histogram. The library's histogram builds the
// label string for every observation, which took a tenth of the time of a small response.

const boundsMs = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000];
const name = "http_request_duration_seconds";

class Times {
  /** The requests per bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts = [...boundsMs, Infinity].map(() => 0);
  sumMs = 0;

  add(ms: number): void {
    let at = 0;
    while (at < boundsMs.length && ms > boundsMs[at]!) at += 1;
    this.counts[at]! += 1;
    this.sumMs += ms;
  }
}

export class RequestTimes {
  // The maps are nested instead of using a concatenated key, because the hashes of the existing strings are already
  // cached.
  readonly #routes = new Map<string, Map<string, Map<number, Times>>>();

  observe(method: string, route: string, status: number, ms: number): void {
    const methods = getOrCreate(this.#routes, route, () => new Map<string, Map<number, Times>>());
    const statuses = getOrCreate(methods, method, () => new Map<number, Times>());
    getOrCreate(statuses, status, () => new Times()).add(ms);
  }

  /** Returns Prometheus' text format. */
  print(): string {
    const lines = [
      `# HELP ${name} Request durations by declared route, because the number of URLs is unbounded.`,
      `# TYPE ${name} histogram`,
    ];
    for (const [route, methods] of this.#routes)
      for (const [method, statuses] of methods)
        for (const [status, times] of statuses)
          lines.push(...series(`method="${method}",route="${escaped(route)}",status="${status}"`, times));
    return `${lines.join("\n")}\n`;
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}

function series(labels: string, { counts, sumMs }: Times): string[] {
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    const bound = boundsMs[at];
    return `${name}_bucket{le="${bound === undefined ? "+Inf" : bound / 1000}",${labels}} ${total}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${sumMs / 1000}`, `${name}_count{${labels}} ${total}`];
}

const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
