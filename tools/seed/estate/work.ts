// Generates playbook runs and the job history.
import { localAgent } from "#language/local-agent.ts";
import { day, minute, numbers, rowsOf, second, type Estate, type TableRows } from "../estate.ts";
import type { Catalog } from "./catalog.ts";
import type { Health } from "./health.ts";
import type { People } from "./people.ts";
import type { Topology } from "./topology.ts";

const playbookTitles = [
  "Restart deployment",
  "Scale deployment",
  "Roll back release",
  "Drain node",
  "Cordon node",
  "Rotate credentials",
  "Extend volume",
  "Clear cache",
  "Fail over database",
  "Take heap dump",
  "Collect logs",
  "Purge queue",
  "Renew certificate",
  "Silence alerts",
  "Restore snapshot",
  "Warm up cache",
  "Reindex search",
  "Replay events",
  "Open a ticket",
  "Notify customers",
];
const runStatuses = [
  "completed",
  "completed",
  "completed",
  "completed",
  "completed",
  "failed",
  "cancelled",
  "timed_out",
];
const jobNames = [
  ["Scraper", "config_scraper"],
  ["Canary", "canary"],
  ["Topology", "topology"],
  ["Team sync", "team"],
  ["Playbook scheduler", null],
  ["Roll up check statuses", null],
  ["Clean up changes", null],
  ["Clean up job history", null],
] as const;

export function makeWork(
  estate: Estate,
  { items, scrapers }: Catalog,
  { checks }: Health,
  { components }: Topology,
  { people, teams }: People,
): TableRows[] {
  const { ago, counts } = estate;
  const chance = estate.chance("work");
  const playbooks = playbookTitles.map((title, n) => ({ id: estate.ids("playbook")(n), title }));
  const specOf = (title: string) => ({
    title,
    category: "Operations",
    icon: "playbook",
    configs: [{ types: ["Kubernetes::Deployment"] }],
    parameters: [{ name: "reason", label: "Reason", type: "text" }],
    actions: [
      { name: "look", exec: { script: "kubectl get pods" } },
      { name: "do", exec: { script: "kubectl rollout restart" } },
    ],
  });
  const runId = estate.ids("playbook run");
  const runs = numbers(counts.playbookRuns).map((n) => {
    const age = chance.below(60 * day) + minute;
    return {
      id: runId(n),
      n,
      age,
      playbook: chance.pick(playbooks),
      status: age < 5 * minute ? "running" : chance.pick(runStatuses),
      seconds: chance.between(2, 400),
    };
  });
  const isChild = (n: number) => n % 20 === 19;
  const actions = runs.flatMap((run) => numbers(2).map((n) => ({ run, name: n === 0 ? "look" : "do", n })));

  return [
    rowsOf("playbooks", playbooks, ({ id, title }, n) => ({
      id,
      namespace: "default",
      name: estate.named(title.toLowerCase().replaceAll(" ", "-")),
      title,
      icon: "playbook",
      description: `${title}, with what to look at before.`,
      spec: specOf(title),
      category: n % 2 === 0 ? "Kubernetes" : "Operations",
      source: n % 3 === 0 ? "UI" : "KubernetesCRD",
      created_by: people[n % people.length],
      created_at: ago((180 - n) * day),
    })),
    rowsOf("playbook_runs", runs, ({ id, n, age, playbook, status, seconds }) => ({
      id,
      playbook_id: playbook.id,
      spec: specOf(playbook.title),
      status,
      created_at: ago(age),
      start_time: ago(age - 2 * second),
      scheduled_time: ago(age),
      end_time: status === "running" ? null : ago(Math.max(0, age - seconds * second)),
      created_by: n % 4 === 0 ? null : chance.pick(people),
      check_id: n % 5 === 0 && checks.length > 0 ? chance.pick(checks).id : null,
      config_id: n % 5 === 0 || n % 5 === 1 ? null : chance.pick(items).id,
      component_id: n % 5 === 1 ? chance.pick(components).id : null,
      parameters: { reason: "Routine" },
      agent_id: localAgent,
      parent_id: isChild(n) ? runId(n - 1) : null,
      error: status === "failed" ? "the second step failed" : null,
    })),
    rowsOf("playbook_run_actions", actions, ({ run, name, n }, at) => ({
      id: estate.ids("playbook action")(at),
      name,
      status: run.status === "failed" && n === 1 ? "failed" : run.status === "running" ? "running" : "completed",
      playbook_run_id: run.id,
      start_time: ago(run.age - (2 + n) * second),
      scheduled_time: ago(run.age),
      end_time: run.status === "running" ? null : ago(Math.max(0, run.age - run.seconds * second)),
      result: { stdout: "deployment.apps restarted", exitCode: 0 },
      agent_id: localAgent,
      error: run.status === "failed" && n === 1 ? "exit code 1" : null,
    })),
    rowsOf("job_history", numbers(counts.jobRuns), (n) => {
      const [name, resource] = jobNames[n % jobNames.length]!;
      const isScraper = resource === "config_scraper" && scrapers.length > 0;
      const status = chance.is(0.04) ? "FAILED" : chance.is(0.03) ? "WARNING" : "SUCCESS";
      const at = Math.floor(30 * day * (1 - (n + 1) / counts.jobRuns)) + minute;
      const took = chance.between(20, 40_000);
      return {
        id: estate.ids("job run")(n),
        name: isScraper ? `Scraper ${(n % scrapers.length) + 1}` : name,
        resource_type: resource,
        resource_id: isScraper
          ? scrapers[n % scrapers.length]
          : resource === "canary" && checks.length > 0
            ? checks[n % checks.length]!.canary
            : resource === "topology"
              ? estate.ids("topology")(n % 3)
              : resource === "team"
                ? teams[n % teams.length]!.id
                : null,
        status,
        success_count: status === "FAILED" ? 0 : chance.between(1, 400),
        error_count: status === "SUCCESS" ? 0 : 1,
        details: status === "SUCCESS" ? null : { errors: ["connect ECONNREFUSED 10.0.4.12:5432"] },
        hostname: `quarterdeck-${n % 3}`,
        duration_millis: took,
        time_start: ago(at),
        time_end: ago(Math.max(0, at - took)),
        created_at: ago(at),
      };
    }),
  ];
}
