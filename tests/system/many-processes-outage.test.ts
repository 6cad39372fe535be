// Tests that processes survive a stop and restart of the database while everything runs.
import { expect, test } from "vitest";
import { followEvents } from "../support/event-stream.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, ask, makeDatabase, ProbedServer } from "./probed-server.ts";
import { makeRestartablePostgres } from "./restartable-postgres.ts";

test("processes continue after PostgreSQL stops or crashes and is started again", async () => {
  const postgres = await makeRestartablePostgres();
  await postgres.start();
  const url = await makeDatabase(postgres.url, "outage");
  const servers = [new ProbedServer(url, "web"), new ProbedServer(url, "worker")] as const;
  const [web] = servers;
  await Promise.all(servers.map((server) => server.ready()));
  const readiness = async () => (await fetch(`${await web.url()}/api/ready`)).status;
  const ended = async () =>
    (await ask<{ n: number }>(url, "select count(distinct n)::int as n from probes where what = 'ended'"))[0]!.n;
  const cookie = await signIn(await web.url(), administrator);
  const stream = followEvents(`${await web.url()}/api/events`, { cookie });

  const jobs = 120;
  await web.send({ from: 0, count: jobs, takesMs: 100 });
  for (const [signal, done] of [
    ["SIGINT", 20],
    ["SIGQUIT", 50],
  ] as const) {
    await until(ended, (n) => n >= done);
    await postgres.stop(signal);
    expect(await readiness()).toBe(503);
    expect((await fetch(`${await web.url()}/api/_health`)).status).toBe(200);
    const heard = stream.messages().length;
    await postgres.start();
    await until(readiness, (status) => status === 200);
    // Browsers receive events again.
    await until(() => stream.messages().length > heard);
  }
  await until(ended, (n) => n === jobs);

  const lost = await ask<{ name: string }>(url, "select name from jobs.job where name = 'dead_letters'");
  expect(lost).toEqual([]);
  stream.close();
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
});
