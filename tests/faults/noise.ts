// Adds unrelated changes and unhealthy leaves, which look like faults and happen in the same hours.
import { change, fail, turn, type Estate, type Item } from "./estate.ts";
import type { Fault } from "./faults.ts";

const events: Readonly<Record<string, readonly (readonly [type: string, severity: string, source: string])[]>> = {
  Pod: [
    ["Pulled", "info", "kubelet"],
    ["Killing", "info", "kubelet"],
    ["Unhealthy", "medium", "kubelet"],
    ["BackOff", "high", "kubelet"],
    ["FailedMount", "low", "kubelet"],
  ],
  Node: [
    ["NodeHasSufficientMemory", "info", "kubelet"],
    ["Rebooted", "medium", "kubelet"],
    ["EvictionThresholdMet", "high", "kubelet"],
  ],
  Deployment: [["ScalingReplicaSet", "info", "deployment-controller"]],
  Certificate: [
    ["Issuing", "info", "cert-manager"],
    ["Failed", "high", "cert-manager"],
  ],
  DBInstance: [
    ["RDS-EVENT-0002", "info", "aws.rds"],
    ["RDS-EVENT-0006", "medium", "aws.rds"],
  ],
};
const paths = [
  "spec.template.spec.containers[0].image",
  "spec.replicas",
  "data.settings",
  "metadata.labels",
  "spec.rules",
  "status.observedGeneration",
];

export function addChanges(estate: Estate, count: number, { change: { age } }: Fault): void {
  const { chance } = estate;
  for (let n = 0; n < count; n += 1) {
    const item = chance.pick(estate.items);
    const kind = item.type.split("::").at(-1)!;
    const at = Math.max(0.1, age + chance.between(-40, 130) + chance.next());
    const known = events[kind];
    if (known && chance.next() < 0.5) {
      const [type, severity, source] = chance.pick(known);
      const isRecurring = chance.next() < 0.3;
      change(estate, item, type, at, {
        severity,
        source,
        summary: `${type} of ${item.name}`,
        ...(isRecurring && { count: chance.between(2, 200), firstAge: at + chance.between(10, 5000) }),
      });
    } else change(estate, item, "diff", at, { summary: chance.pick(paths) });
  }
}

/**
 * Adds unhealthy leaves that no broken service depends on, because such a leaf would be a second cause. Returns the
 * leaves.
 */
export function addUnhealthyLeaves(estate: Estate, count: number, { broken, cause, change: { age } }: Fault): Item[] {
  const { chance, relations } = estate;
  const others = estate.services.filter((service) => !broken.includes(service));
  const hosts = new Set(
    relations.flatMap(({ from, to }) => (broken.some(({ pods }) => pods.includes(to)) ? from : [])),
  );
  const databases = estate.databases.filter(
    ({ item }) => item !== cause && !broken.some(({ database }) => database === item),
  );
  const leaves: Item[] = [];
  while (leaves.length < count) {
    const service = chance.pick(others);
    // The time may be before, during or after the fault.
    const at = Math.max(0.5, age + chance.between(-30, 180) + chance.next());
    const leaf = pick();
    if (!leaf || leaf.unhealthySince !== undefined) continue;
    if (chance.next() < 0.5) change(estate, leaf, "diff", at + chance.between(1, 30), { summary: chance.pick(paths) });
    turn(leaf, at, "unhealthy", chance.pick(["CrashLoopBackOff", "Failed", "OOMKilled", "Error"]));
    const isPod = service.pods.includes(leaf);
    if (isPod) {
      turn(service.replicaSet, at - 0.1, "warning", "Starting");
      turn(service.deployment, at - 0.1, "warning", "Starting");
      change(estate, leaf, "BackOff", Math.max(0.1, at - 0.5), { severity: "high", source: "kubelet", count: 12 });
    }
    if (leaf === service.certificate || chance.next() < 0.4)
      fail(service.http, Math.max(0.1, at - chance.next() * 4), "expected status 200, got 503");
    if (chance.next() < 0.3)
      leaf.insight = {
        analyzer: "best-practice",
        type: "reliability",
        severity: chance.pick(["low", "medium", "high"]),
        summary: "No resource limits",
        age: at + chance.between(100, 9000),
      };
    leaves.push(leaf);

    function pick(): Item | undefined {
      const host = chance.pick(estate.nodes);
      return chance.pick([
        chance.pick(service.pods),
        chance.pick(service.pods),
        service.certificate,
        service.claim,
        databases.length > 0 ? chance.pick(databases).item : undefined,
        hosts.has(host) || host === cause ? undefined : host,
      ]);
    }
  }
  return leaves;
}
