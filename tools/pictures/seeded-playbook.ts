// Adds a playbook with a completed run, a failed run and a run that waits for approval. The seed has runs without
// output.
import type { DataProduct } from "../bench/data-estate.ts";
import { person } from "./products.ts";

const spec = {
  title: "Restart checkout safely",
  category: "Kubernetes",
  icon: "rotate-cw",
  description: "Looks at the pods, restarts the deployment one pod at a time, and waits until it is healthy.",
  configs: [{ types: ["Kubernetes::Deployment"] }],
  parameters: [
    { name: "reason", label: "Reason", type: "text", required: true },
    { name: "surge", label: "Additional pods", type: "text", default: "1" },
    { name: "notify", label: "Tell the team", type: "checkbox", default: true },
  ],
  actions: [
    { name: "Look at the pods", exec: { script: "kubectl get pods -l app=checkout-api" } },
    { name: "Restart", exec: { script: "kubectl rollout restart deployment/checkout-api" } },
    {
      name: "Wait until healthy",
      exec: { script: "kubectl rollout status deployment/checkout-api --timeout=5m" },
    },
    { name: "Compare replicas", sql: { query: "select name, ready from deployments" } },
  ],
};

/** The seconds after the start of the run at which each action starts, and the end of the last action. */
const seconds = [0, 3, 5, 70, 74];
const FAILING = 2;

export async function addPlaybook({ ask }: DataProduct): Promise<void> {
  const [playbook] = await ask<{ id: string }>(
    `insert into playbooks (name, namespace, title, description, category, icon, spec, source, created_by)
     select 'restart-checkout', 'default', $1, $2, $3, $4, $5, 'UI', id from people where email = $6 returning id`,
    [spec.title, spec.description, spec.category, spec.icon, JSON.stringify(spec), person.email],
  );
  await addRun(ask, playbook!.id, { minutesAgo: 95, isFailed: true });
  await addRun(ask, playbook!.id, { minutesAgo: 12, isFailed: false });
  await addWaitingRun(ask, playbook!.id);
}

async function addRun(
  ask: DataProduct["ask"],
  playbook: string,
  { minutesAgo, isFailed }: { minutesAgo: number; isFailed: boolean },
): Promise<void> {
  const parameters = { reason: "Memory grows since the release of 14:00", surge: "1", notify: true };
  const [run] = await ask<{ id: string }>(
    `insert into playbook_runs (playbook_id, status, spec, config_id, parameters, created_by, error, created_at, scheduled_time, start_time, end_time)
     select $1, $2, $3, (select id from config_items
                         where  type = 'Kubernetes::Deployment' and name like 'checkout-%' and deleted_at is null
                         order  by name limit 1),
            $4, person.id, $5, start, start, start, start + interval '74 s'
     from   people person, (select now() - $6 * interval '1 minute' as start) s
     where  person.email = $7 returning id`,
    [
      playbook,
      isFailed ? "failed" : "completed",
      JSON.stringify(spec),
      JSON.stringify(parameters),
      isFailed ? `${spec.actions[FAILING]!.name}: exit code 1` : null,
      minutesAgo,
      person.email,
    ],
  );
  const results = resultsOf(isFailed);
  for (const [position, result] of results.entries()) {
    const hasFailed = isFailed && position === FAILING;
    await ask(
      `insert into playbook_run_actions (playbook_run_id, name, status, position, retry_count, result, error, scheduled_time, start_time, end_time)
       select $1, $2, $3, $4, 0, $5, $6, start, start + $8 * interval '1 s', start + $9 * interval '1 s'
       from   (select now() - $7 * interval '1 minute' as start) s`,
      [
        run!.id,
        spec.actions[position]!.name,
        hasFailed ? "failed" : "completed",
        position,
        JSON.stringify(result),
        hasFailed ? "exit code 1" : null,
        minutesAgo,
        seconds[position],
        seconds[position + 1],
      ],
    );
  }
}

/** The results of the actions; a failed run ends with the failed action. */
function resultsOf(isFailed: boolean): object[] {
  const script = { exitCode: 0, path: "/bin/bash" };
  const progress = Array.from({ length: 14 }, (_, index) => {
    const updated = Math.min(3, Math.floor(index / 4));
    return `Waiting for deployment "checkout-api" rollout to finish: ${updated} out of 3 new replicas have been updated...\n`;
  }).join("");
  const first = [
    { ...script, stdout: pods },
    { ...script, stdout: "deployment.apps/checkout-api restarted\n" },
  ];
  if (isFailed) {
    const stderr = 'error: deployment "checkout-api" exceeded its progress deadline\n';
    return [...first, { ...script, stdout: progress, stderr, exitCode: 1 }];
  }
  const rows = [
    { name: "checkout-api", ready: "3/3" },
    { name: "checkout-worker", ready: "2/2" },
  ];
  return [
    ...first,
    { ...script, stdout: `${progress}deployment "checkout-api" successfully rolled out\n` },
    { columns: ["name", "ready"], rows, query: "select name, ready from deployments", count: 2 },
  ];
}

const pods = `NAME                           READY   STATUS             RESTARTS   AGE
checkout-api-7d9f6c0-2xkqv     1/1     Running            0          3d4h
checkout-api-7d9f6c0-8mztr     1/1     Running            2          3d4h
checkout-api-7d9f6c0-hw5cn     0/1     CrashLoopBackOff   14         52m
`;

async function addWaitingRun(ask: DataProduct["ask"], playbook: string): Promise<void> {
  const text = "kubectl rollout restart deployment/payments-api";
  const parts = [{ title: "Script", contentType: "text/x-shellscript", text, isBinding: true }];
  const plan = [{ name: "Restart", kind: "exec", summary: "Run a script", parts }];
  await ask(
    `insert into playbook_runs (playbook_id, status, spec, plan, plan_hash, created_by, created_at, scheduled_time, parameters)
     select $1, 'pending_approval', $2, $3, 'x', (select id from people where email <> $4 limit 1),
            now() - interval '4 minutes', now() - interval '4 minutes', $5`,
    [
      playbook,
      JSON.stringify({ ...spec, approval: { approvers: { people: [person.email] } } }),
      JSON.stringify(plan),
      person.email,
      JSON.stringify({ reason: "Stuck consumers" }),
    ],
  );
}
