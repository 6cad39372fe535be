// How long requests took, by method, route and status: a histogram as Prometheus reads it. Our own because the library's
// builds its labels' text anew for every observation, which was a tenth of the time of a small answer.

const boundsMs = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000];
const name = "http_request_duration_seconds";

class Times {
  /** How many took no longer than each bound, but longer than the one before; the last is for what took longer still. */
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
  // Maps in maps rather than a key made of three texts: those at hand have been hashed before.
  readonly #routes = new Map<string, Map<string, Map<number, Times>>>();

  observe(method: string, route: string, status: number, ms: number): void {
    const methods = held(this.#routes, route, () => new Map<string, Map<number, Times>>());
    const statuses = held(methods, method, () => new Map<number, Times>());
    held(statuses, status, () => new Times()).add(ms);
  }

  /** In Prometheus' text format. */
  print(): string {
    const lines = [
      `# HELP ${name} How long requests took, by route as it is declared (never by address, which has no bound).`,
      `# TYPE ${name} histogram`,
    ];
    for (const [route, methods] of this.#routes)
      for (const [method, statuses] of methods)
        for (const [status, times] of statuses)
          lines.push(...series(`method="${method}",route="${escaped(route)}",status="${status}"`, times));
    return `${lines.join("\n")}\n`;
  }
}

function held<K, V>(map: Map<K, V>, key: K, make: () => V): V {
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
