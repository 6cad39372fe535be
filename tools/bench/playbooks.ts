// Measures playbooks: a thousand queued runs of one HTTP action, compared with bare requests; the delay from the start
// of a run to its first action; and the live output of 50 MB with five watchers.
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { pollRequestChannel } from "../../server/jobs/poll-request.ts";
import { atMost, judge, type Bench, type Row } from "./bench.ts";
import { startWithReceiver, type NotificationBench } from "./notification-estate.ts";
import { residentMegabytes } from "./process-figures.ts";

const queue = "playbooks.request";
const mebibyte = 1024 * 1024;

export const playbooks: Bench = {
  name: "playbooks",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithReceiver(100, { profileFolder });
    try {
      return [
        await throughput(product, { quick, progress }),
        await firstAction(product, quick ? 20 : 100),
        ...(await liveOutput(product, progress)),
      ];
    } finally {
      await product.stop();
    }
  },
};

interface Asking {
  quick: boolean;
  progress(text: string): void;
}

async function create(product: NotificationBench, name: string, spec: object): Promise<string> {
  const [row] = (await product.send("POST", "/api/db/playbooks?select=id", { name, spec })) as { id: string }[];
  return row!.id;
}

const startRun = async (product: NotificationBench, id: string, params: object = {}) =>
  ((await product.send("POST", "/api/playbook/run", { id, params })) as { run_id: string }).run_id;

const inParallel = 10;

async function eachInParallel(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: inParallel }, lane));
}

const body = JSON.stringify({ text: "x".repeat(1_000) });

async function throughput(product: NotificationBench, { quick, progress }: Asking): Promise<Row> {
  const count = quick ? 200 : 1_000;
  const id = await create(product, "requests", {
    actions: [{ name: "post", http: { url: `${product.receiver}/bare`, method: "POST", body } }],
  });
  const [our, their]: [number[], number[]] = [[], []];
  for (let round = -1; round < (quick ? 1 : 3); round += 1) {
    await holdJobs(product);
    await eachInParallel(count, () => startRun(product, id));
    const startedAt = performance.now();
    await releaseJobs(product);
    await completed(product, id);
    const rate = count / ((performance.now() - startedAt) / 1_000);
    const bare = await bareRate(product.receiver, 10 * count);
    progress(`${rate.toFixed(0)} runs per second; ${bare.toFixed(0)} bare requests per second`);
    if (round < 0) continue;
    our.push(rate);
    their.push(bare);
  }
  return judge({
    name: "1,000 queued runs of one HTTP action, compared with bare requests",
    our,
    their,
    atLeast: 0.05,
    unit: "/s",
  });
}

/** Actions that are sent from now on stay in their queue. */
async function holdJobs({ ask }: NotificationBench): Promise<void> {
  await ask(`
    create or replace function hold_actions() returns trigger language plpgsql as $$
    begin
      if new.name = '${queue}' then new.start_after := now() + interval '1 hour'; end if;
      return new;
    end $$`);
  await ask("create trigger hold_actions before insert on jobs.job for each row execute function hold_actions()");
}

async function releaseJobs({ ask }: NotificationBench): Promise<void> {
  await ask("drop trigger hold_actions on jobs.job");
  await ask("update jobs.job set start_after = now() where name = $1 and state = 'created'", [queue]);
  await ask("select pg_notify($1, '')", [pollRequestChannel]);
}

async function completed({ ask }: NotificationBench, playbookId: string): Promise<void> {
  for (;;) {
    const [row] = await ask<{ left: number; failed: number }>(
      `select count(*) filter (where status <> 'completed')::int as left, count(*) filter (where status = 'failed')::int as failed
       from   playbook_runs where playbook_id = $1`,
      [playbookId],
    );
    if (row!.failed > 0) throw new Error(`${row!.failed} runs have failed.`);
    if (row!.left === 0) return;
    await delay(20);
  }
}

/** Sends the same request as fast as one process can, ten at a time. */
async function bareRate(receiver: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: inParallel });
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { "content-length": Buffer.byteLength(body) };
      const sent = request(`${receiver}/bare`, { method: "POST", agent, headers }, (answer) => {
        answer.resume();
        answer.on("end", resolve);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const startedAt = performance.now();
  await eachInParallel(count, post);
  agent.destroy();
  return count / ((performance.now() - startedAt) / 1_000);
}

/** Measures the delay from the request that starts a run to the request of its first action. */
async function firstAction(product: NotificationBench, count: number): Promise<Row> {
  const id = await create(product, "delays", {
    parameters: [{ name: "n" }],
    actions: [
      {
        name: "post",
        http: {
          url: `${product.receiver}/hook`,
          method: "POST",
          body: '{"subject": "run/{{ .params.n }}"}',
          templateBody: true,
        },
      },
    ],
  });
  await product.reset();
  const started = new Map<string, number>();
  for (let n = 0; n < count; n += 1) {
    started.set(String(n), Date.now());
    await startRun(product, id, { n: String(n) });
    await completed(product, id);
    await delay(100);
  }
  const { times } = await product.report();
  const delays = [...started].map(([n, at]) => times[n]! - at).toSorted((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)]!;
  return atMost("from the start of a run to its first action, p95", at(0.95), 300, "ms", `median ${at(0.5)} ms`);
}

const outputBytes = 50 * mebibyte;
const watchers = 5;

async function liveOutput(product: NotificationBench, progress: (text: string) => void): Promise<Row[]> {
  const playbookOf = (bytes: number) => ({
    actions: [{ name: "print", exec: { script: `yes "a line of the output of an action" | head -c ${bytes}` } }],
  });
  // The first run loads code and creates the account of commands.
  await watched(product, await create(product, "short output", playbookOf(5 * mebibyte)));
  const before = residentMegabytes(product.pid);
  let peak = before;
  const measuring = setInterval(() => (peak = Math.max(peak, residentMegabytes(product.pid))), 50);
  try {
    const { received, stored, ms } = await watched(
      product,
      await create(product, "long output", playbookOf(outputBytes)),
    );
    progress(`50 MB in ${(ms / 1_000).toFixed(1)} s, with ${watchers} watchers`);
    const missing = [stored, ...received].map((bytes) => Math.abs(outputBytes - bytes));
    return [
      atMost(
        "memory of the server while 50 MB of output have 5 watchers",
        peak - before,
        50,
        "MB",
        `from ${before.toFixed(0)} MB`,
      ),
      atMost("bytes that the stored log or a watcher lacks", Math.max(...missing), 0, "bytes"),
    ];
  } finally {
    clearInterval(measuring);
  }
}

/** Runs a playbook with one action, and follows its output with all watchers. */
async function watched(product: NotificationBench, playbookId: string) {
  const startedAt = performance.now();
  const runId = await startRun(product, playbookId);
  const [action] = await product.ask<{ id: string }>("select id from playbook_run_actions where playbook_run_id = $1", [
    runId,
  ]);
  const received = await Promise.all(Array.from({ length: watchers }, () => follow(product, action!.id)));
  await completed(product, playbookId);
  const [artifact] = await product.ask<{ size: number }>(
    "select size::float8 as size from artifacts where playbook_run_action_id = $1 and deleted_at is null",
    [action!.id],
  );
  return { received, stored: artifact?.size ?? 0, ms: performance.now() - startedAt };
}

/** Returns the output size in bytes. */
async function follow({ url, cookie }: NotificationBench, actionId: string): Promise<number> {
  const response = await fetch(`${url}/api/playbook/action/${actionId}/output`, { headers: { cookie } });
  let rest = "";
  let bytes = 0;
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop()!;
    for (const line of lines) bytes += Buffer.byteLength((JSON.parse(line) as { text?: string }).text ?? "");
  }
  return bytes;
}
