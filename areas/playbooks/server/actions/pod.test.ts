// Tests pods in a simulated cluster.
import { beforeEach, expect, test } from "vitest";
import { faultsOf, planAction, playbookId, runAction, runId } from "#tests/support/actions.ts";
import { deckConfig, deckToken, standInCluster, type StoredObject } from "#tests/services/cluster.ts";
import { startStandIns, type Asked } from "#tests/services/stand-in.ts";

const cluster = standInCluster([]);
const { outbound } = await startStandIns({ "deck.example": cluster.answer });
const kubeconfig = { value: deckConfig("deck.example") };
const name = `ship-${runId}`;
const lines = [
  "2026-11-17T10:00:00.000000001Z ahoy",
  `2026-11-17T10:00:01.000000001Z token ${deckToken}`,
  "2026-11-17T10:00:02.000000001Z ",
];

interface Ending {
  phase: string;
  exitCode: number;
}
let ending: Ending | undefined;
let applied: StoredObject[] = [];

beforeEach(() => {
  cluster.objects.length = 0;
  applied = [];
  ending = { phase: "Succeeded", exitCode: 0 };
});

cluster.onApply = (object) => {
  applied.push(object);
  Object.assign(object, {
    status: { phase: "Running", containerStatuses: [{ name: "main", state: { running: { startedAt: "x" } } }] },
  });
};

/** https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#get-read-log-of-the-specified-pod */
cluster.instead = ({ path, query }: Asked) => {
  if (!path.endsWith("/log")) return undefined;
  if (query.get("follow") !== "true" || query.get("container") !== "main") return { status: 400, body: "no" };
  return {
    stream(response) {
      const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      // The log arrives in two pieces, and the container stops after the second.
      response.write(text.subarray(0, 40));
      response.write(text.subarray(40));
      if (!ending) return;
      const pod = cluster.objects.find(({ metadata }) => metadata.name === name);
      if (pod)
        pod["status"] = {
          phase: ending.phase,
          containerStatuses: [{ name: "main", state: { terminated: { exitCode: ending.exitCode, reason: "Error" } } }],
        };
      response.end();
    },
  };
};

const spec = {
  containers: [{ name: "main", image: "alpine", env: [{ name: "KEY", value: "canary-pod-key" }] }],
  restartPolicy: "Always",
};
const block = { name: "ship", namespace: "harbour", spec, kubeconfig };

test("PB-14: runs a pod until it ends, streams its logs, and deletes it", async () => {
  const { outcome, output } = await runAction("pod", { ...block, artifacts: [{ path: "/dev/stdout" }] }, { outbound });
  expect(outcome).toMatchObject({ result: { Logs: "ahoy\ntoken ***\n\n" } });
  expect(outcome.error).toBeUndefined();
  expect(output.stdout).toBe("ahoy\ntoken ***\n\n");
  expect(applied).toMatchObject([
    {
      metadata: {
        name,
        namespace: "harbour",
        labels: { "mission-control/playbook-run": runId, "mission-control/playbook": playbookId },
      },
      spec: { restartPolicy: "Never", activeDeadlineSeconds: 1800 },
    },
  ]);
  expect(cluster.objects).toEqual([]);
}, 60_000);

test("keeps the end of the logs", async () => {
  const { outcome } = await runAction("pod", { ...block, maxLength: 4 }, { outbound });
  expect(outcome.result["Logs"]).toHaveLength(4);
}, 60_000);

test("fails if a container fails, and deletes the pod", async () => {
  ending = { phase: "Failed", exitCode: 3 };
  const { outcome } = await runAction("pod", block, { outbound });
  expect(outcome).toMatchObject({
    result: { Logs: expect.stringContaining("ahoy") },
    error: "The pod failed: main ended with 3 (Error)",
  });
  expect(cluster.objects).toEqual([]);
}, 60_000);

test("a cancel deletes the pod", async () => {
  ending = undefined;
  const cancel = new AbortController();
  const running = runAction("pod", block, {
    outbound,
    signal: cancel.signal,
    onOutput: (_, stream) => stream === "stdout" && cancel.abort(new Error("cancelled by ada")),
  });
  await expect(running).rejects.toThrow("cancelled by ada");
  expect(applied).toHaveLength(1);
  expect(cluster.objects).toEqual([]);
}, 60_000);

test("replaces the pod of an earlier attempt", async () => {
  cluster.objects.push({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "harbour" } });
  const { outcome } = await runAction("pod", block, { outbound });
  expect(outcome.error).toBeUndefined();
  expect(cluster.objects).toEqual([]);
}, 60_000);

test("refuses invalid blocks", () => {
  expect(faultsOf("pod", { name: "Ship!", spec: {} })).toEqual([
    "name must be a DNS name of at most 26 characters",
    "spec.containers must be a list",
  ]);
  expect(faultsOf("pod", { ...block, artifacts: [{ path: "/out" }] })).toEqual([
    expect.stringContaining("artifacts.0.path must be /dev/stdout"),
  ]);
});

test("the plan shows the manifest with masked variables", async () => {
  const plan = await planAction("pod", block, { outbound });
  expect(plan.summary).toBe(`Run the pod ${name} in harbour`);
  expect(plan.parts[0]).toMatchObject({ contentType: "application/yaml", isBinding: true });
  expect(plan.parts[0]?.text).toContain("restartPolicy: Never");
  expect(plan.parts[0]?.text).not.toContain("canary-pod-key");
  expect(applied).toEqual([]);
});
