// Kills a worker with SIGKILL in the middle of a playbook run.
import { expect, test } from "vitest";
import { describeWithDebianPostgres } from "../support/debian-postgres.ts";
import { startPostgres } from "../support/postgres.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, ask, makeDatabase, ProbedServer } from "./probed-server.ts";

interface ActionState {
  name: string;
  retry_count: number;
  status: string;
  error: string | null;
}

describeWithDebianPostgres("a web process and workers with playbooks on the distribution's PostgreSQL", (bin) => {
  test("the action of a killed worker is interrupted and retried, and completed actions do not run again", async () => {
    const postgres = await startPostgres({ bin });
    try {
      const url = await makeDatabase(postgres.url, "playbooks");
      const start = (role: "web" | "worker") => new ProbedServer(url, role, {}, "./playbook-worker.ts");
      const [web, worker] = [start("web"), start("worker")];
      await Promise.all([web.ready(), worker.ready()]);
      const cookie = await signIn(await web.url(), administrator);
      const post = async (path: string, body: object) => {
        const answer = await fetch(`${await web.url()}${path}`, {
          method: "POST",
          headers: {
            cookie,
            origin: await web.url(),
            "content-type": "application/json",
            prefer: "return=representation",
          },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as unknown;
      };
      const actions = [1, 2, 3].map((n) => ({
        name: `action ${n}`,
        retry: { limit: 2, duration: "100ms" },
        // The worker is killed only after the first attempt of the second action has started.
        probe: { n, takesMs: 50, ...(n === 2 && { firstTakesMs: 3_600_000 }) },
      }));
      const [{ id }] = (await post("/api/db/playbooks", { name: "three", spec: { actions } })) as [{ id: string }];
      const { run_id: run } = (await post("/api/playbook/run", { id })) as { run_id: string };
      const states = () =>
        ask<ActionState>(
          url,
          "select name, retry_count, status, error from playbook_run_actions where playbook_run_id = $1 order by position, retry_count",
          [run],
        );
      const traces = () =>
        ask<{ n: number; what: string; pid: number }>(url, "select n, what, pid from probes order by at");
      await until(traces, (all) => all.some(({ n, what }) => n === 2 && what === "begun"));
      const pieces = () =>
        ask(
          url,
          "select from playbook_outputs o join playbook_run_actions a on a.id = o.action_id where a.position = 1",
        );
      await until(pieces, (found) => found.length > 0);
      worker.child.signal("SIGKILL");
      await worker.child.ended;
      expect((await states()).map(({ name, status }) => [name, status])).toEqual([
        ["action 1", "completed"],
        ["action 2", "running"],
      ]);

      const second = start("worker");
      await second.ready();
      const status = async () =>
        (await ask<{ status: string }>(url, "select status from playbook_runs where id = $1", [run]))[0]!.status;
      await until(status, (now) => now === "completed");
      const ended = await states();
      expect(ended.map(({ name, retry_count: retry, status: now }) => [name, retry, now])).toEqual([
        ["action 1", 0, "completed"],
        ["action 2", 0, "failed"],
        ["action 2", 1, "completed"],
        ["action 3", 0, "completed"],
      ]);
      expect(ended[1]!.error).toContain("interrupted");
      expect((await traces()).map(({ n, what }) => `${n} ${what}`)).toEqual([
        "1 begun",
        "1 ended",
        "2 begun",
        "2 begun",
        "2 ended",
        "3 begun",
        "3 ended",
      ]);
      // Output that the killed worker had stored is kept.
      const logs = () =>
        ask<{ size: number }>(
          url,
          `select f.size::int from artifacts f join playbook_run_actions a on a.id = f.playbook_run_action_id
           where a.playbook_run_id = $1 and a.status = 'failed' and f.completed_at is not null`,
          [run],
        );
      expect(await until(logs, (found) => found.length > 0)).toEqual([{ size: "action 2 has begun\n".length }]);
      expect(await Promise.all([web, second].map((server) => server.stop()))).toEqual([0, 0]);
    } finally {
      await postgres.stop();
    }
  });
});
