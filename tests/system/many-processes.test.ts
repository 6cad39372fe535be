// Tests that several web and worker processes on one database form one system.
import { expect, test } from "vitest";
import { describeWithDebianPostgres } from "../support/debian-postgres.ts";
import { followEvents } from "../support/event-stream.ts";
import { startPostgres } from "../support/postgres.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, ask, makeDatabase, ProbedServer } from "./probed-server.ts";

describeWithDebianPostgres("two web and two worker processes on the distribution's PostgreSQL", (bin) => {
  test("every job finishes and none is lost, even if a worker is killed during a run", async () => {
    const postgres = await startPostgres({ bin });
    try {
      const url = await makeDatabase(postgres.url, "many");
      // All processes start at once on an empty database, so only one of them may create the schema.
      const web = [new ProbedServer(url, "web"), new ProbedServer(url, "web")] as const;
      const workers = [new ProbedServer(url, "worker"), new ProbedServer(url, "worker")] as const;
      await Promise.all([...web, ...workers].map((server) => server.ready()));

      // A session from one process works in the other process, which also reports the changes that workers make.
      const cookie = await signIn(await web[0].url(), administrator);
      const stream = followEvents(`${await web[1].url()}/api/events`, { cookie });

      const each = 150;
      await Promise.all([
        web[0].send({ from: 0, count: each, takesMs: 100 }),
        web[1].send({ from: each, count: each, takesMs: 100 }),
      ]);
      const ended = async () =>
        (await ask<{ n: number }>(url, "select count(distinct n)::int as n from probes where what = 'ended'"))[0]!.n;
      await until(ended, (n) => n >= 30);
      const underWay = () =>
        ask<{ n: number }>(
          url,
          "select n from probes where pid = $1 group by n having bool_or(what = 'begun') and not bool_or(what = 'ended') order by n",
          [workers[0].child.pid],
        );
      // The worker is paused while its runs are counted: otherwise it could finish all runs before it is killed.
      const caughtInTheMiddle = async () => {
        workers[0].child.signal("SIGSTOP");
        const runs = await underWay();
        if (runs.length === 0) workers[0].child.signal("SIGCONT");
        return runs;
      };
      await until(caughtInTheMiddle, (runs) => runs.length > 0);
      workers[0].child.signal("SIGKILL");
      await workers[0].child.ended;
      const interrupted = await underWay();
      expect(interrupted.length).toBeGreaterThan(0);

      await until(ended, (n) => n === 2 * each);
      const open = () =>
        ask<{ name: string; state: string }>(
          url,
          "select name, state::text from jobs.job where name in ('probe', 'dead_letters') and state <= 'active'",
        );
      expect(await until(open, (rows) => rows.length === 0)).toEqual([]);
      // Both workers ran jobs, and the remaining worker took over.
      const byWorker = await ask<{ pid: number }>(url, "select distinct pid from probes where what = 'ended'");
      expect(new Set(byWorker.map(({ pid }) => pid))).toEqual(new Set(workers.map(({ child }) => child.pid)));

      const history = await ask<{ resource_id: string; statuses: string[] }>(
        url,
        `select resource_id, array_agg(status order by time_start) as statuses
         from   job_history where name = 'Probe' group by resource_id order by resource_id::int`,
      );
      expect(history.map(({ resource_id }) => Number(resource_id))).toEqual(
        Array.from({ length: 2 * each }, (_, n) => n),
      );
      expect(history.filter(({ statuses }) => statuses.at(-1) !== "SUCCESS")).toEqual([]);
      const failed = () =>
        ask<{ resource_id: string; error: string }>(
          url,
          "select resource_id, details #>> '{errors,0}' as error from job_history where name = 'Probe' and status = 'FAILED' order by resource_id::int",
        );
      const sentences = await until(failed, (rows) => rows.length >= interrupted.length);
      // A worker may be killed after it wrote its last row and before its run ended.
      expect(sentences.map(({ resource_id }) => Number(resource_id))).toEqual(
        expect.arrayContaining(interrupted.map(({ n }) => n)),
      );
      for (const { error } of sentences) expect(error).toContain("exited before the run was finished");

      expect(stream.messages().some(({ data }) => (data as { relation?: string }).relation === "job_history")).toBe(
        true,
      );
      stream.close();
      const known = await ask<{ pid: number }>(
        url,
        "select pid from processes where last_seen_at > now() - interval '30 seconds'",
      );
      expect(known.map(({ pid }) => pid)).toEqual(
        expect.arrayContaining([...web, workers[1]].map(({ child }) => child.pid)),
      );

      const codes = await Promise.all([...web, workers[1]].map((server) => server.stop()));
      expect(codes).toEqual([0, 0, 0]);
    } finally {
      await postgres.stop();
    }
  });
});
