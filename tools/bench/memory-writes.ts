// Measures resident memory under mixed load with writes: rows of several tables are created and deleted, filters use
// new values, and one browser listens to the live stream. The memory that a single write leaks is small, so the load
// runs for half an hour at the pace of a busy team instead of at full speed.
import { atMost, median, type Bench } from "./bench.ts";
import { residentMegabytes } from "./process-figures.ts";
import { startProduct, type Product } from "./product.ts";

const requestsPerSecond = 55;
/**
 * The maximum number of requests in flight. Further requests are skipped, so that a slow machine gets less load instead
 * of a backlog.
 */
const maxInFlight = 50;
/** The number of rows per kind that exist at the same time. */
const standingRows = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const memoryWrites: Bench = {
  name: "memory-writes",
  async run({ quick, progress }) {
    const minutes = quick ? 5 : 30;
    // Compiled code, pools and caches reach their final size in this time.
    const warmUpMinutes = quick ? 2 : 10;
    const product = await startProduct();
    const load = startLoad(product);
    try {
      const start = residentMegabytes(product.pid);
      const samples: { minute: number; megabytes: number }[] = [];
      const startedAt = performance.now();
      for (let minute = 0; minute < minutes;) {
        await pause(5_000);
        minute = (performance.now() - startedAt) / 60_000;
        samples.push({ minute, megabytes: residentMegabytes(product.pid) });
        if (samples.length % 12 === 0)
          progress(
            `${samples.at(-1)!.megabytes.toFixed(0)} MB after ${minute.toFixed(0)} min, ${load.answered} answers, ${load.written} of them to writes`,
          );
      }
      const between = (from: number, to: number) =>
        median(samples.filter(({ minute }) => minute >= from && minute < to + 0.2).map(({ megabytes }) => megabytes));
      const warm = between(warmUpMinutes, warmUpMinutes + 1);
      const end = between(minutes - 1, minutes);
      const most = Math.max(...samples.map(({ megabytes }) => megabytes));
      if (load.failures.size > 0) throw new Error(`Requests failed:\n${[...load.failures].join("\n")}`);
      const growth = atMost("memory under writes grows by", Math.max(0, (end / warm - 1) * 100), 5, "%");
      const steps =
        `${start.toFixed(0)} MB at the start, ${warm.toFixed(0)} MB after ${warmUpMinutes} min, ` +
        `${end.toFixed(0)} MB after ${minutes} min, at most ${most.toFixed(0)} MB; ` +
        `${load.answered.toLocaleString("en")} answers, ${load.written.toLocaleString("en")} to writes`;
      // Five minutes are too short to distinguish growth from warm-up.
      return [{ ...growth, note: steps, ...(quick ? { verdict: "no verdict" as const } : {}) }];
    } finally {
      await load.stop();
      await product.stop();
    }
  },
};

interface Load {
  readonly answered: number;
  readonly written: number;
  readonly failures: ReadonlySet<string>;
  stop(): Promise<void>;
}

function startLoad({ url, cookie }: Product): Load {
  const failures = new Set<string>();
  const over = new AbortController();
  let [answered, written, sent, inFlight] = [0, 0, 0, 0];

  async function ask(method: string, path: string, body?: object, prefer = ""): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, origin: url, "content-type": "application/json", prefer },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    answered += 1;
    if (method !== "GET") written += 1;
    if (!answer.ok && failures.size < 10) failures.add(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Inserts a row, and deletes the oldest once the limit is reached. */
  const comeAndGo = (table: string, row: (n: number) => object) => {
    const standing: string[] = [];
    return async (n: number) => {
      if (standing.length >= standingRows) return ask("DELETE", `/api/db/${table}?id=eq.${standing.shift()}`);
      const [created] = (await ask("POST", `/api/db/${table}?select=id`, row(n), "return=representation")) as [
        { id: string },
      ];
      standing.push(created.id);
      return undefined;
    };
  };
  const writes = [
    comeAndGo("canaries", (n) => ({
      name: `canary-${n}`,
      labels: { n: String(n) },
      spec: { schedule: "@every 1h", tcp: [{ name: `check-${n}`, endpoint: `127.0.0.1:${1 + (n % 1000)}` }] },
    })),
    comeAndGo("connections", (n) => ({
      name: `connection-${n}`,
      type: "http",
      url: `http://127.0.0.1/${n}`,
      username: `user-${n}`,
      password: `password-${n}-${Math.random()}`,
    })),
    comeAndGo("teams", (n) => ({
      name: `team ${n}`,
      icon: "group",
      spec: { components: [{ name: `component ${n}` }] },
    })),
    (n: number) =>
      ask(
        "POST",
        "/api/db/properties?on_conflict=name",
        { name: `bench.property${n % 40}`, value: String(n) },
        "resolution=merge-duplicates",
      ),
  ];
  const reads = [
    () => ask("GET", "/api/auth/whoami"),
    () => ask("GET", "/api/about"),
    () => ask("GET", "/api/db/"),
    (n: number) => ask("GET", `/api/db/checks?select=id,name,status&name=eq.check-${n}&limit=5`),
    () => ask("GET", "/api/db/check_summary?select=id,name,status,uptime,latency&order=name&limit=50"),
    (n: number) => ask("GET", `/api/db/canaries?select=id,name,spec&name=like.canary-${n % 97}*&limit=10`),
    () => ask("GET", "/api/db/job_histories?select=id,name,status&order=time_start.desc&limit=20"),
  ];

  const listen = async () => {
    const { body } = await fetch(`${url}/api/events`, { headers: { cookie }, signal: over.signal });
    for await (const _ of body!);
  };
  listen().catch((error: unknown) => over.signal.aborted || failures.add(`The live stream: ${String(error)}`));

  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * requestsPerSecond;
    while (sent < due) {
      sent += 1;
      if (inFlight >= maxInFlight) continue;
      inFlight += 1;
      // Three of ten requests write.
      const kinds = sent % 10 < 3 ? writes : reads;
      kinds[Math.floor(Math.random() * kinds.length)]!(sent)
        .catch((error: unknown) => failures.add(String(error)))
        .finally(() => (inFlight -= 1));
    }
  }, 20);

  return {
    get answered() {
      return answered;
    },
    get written() {
      return written;
    },
    failures,
    async stop() {
      clearInterval(timer);
      over.abort();
      while (inFlight > 0) await pause(50);
    },
  };
}
