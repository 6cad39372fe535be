// Ten kinds of faults. Each fault changes the tables in the way that a real fault of one or more services would: the
// change that causes it, the items and checks that become unhealthy some time later, and the resulting events. `at` is
// the age of the causing change in minutes; checks and scrapers detect its effects after their intervals.
import { change, fail, turn, type Change, type Estate, type Item, type Service } from "./estate.ts";

export interface Fault {
  sort: string;
  cause: Item;
  change: Change;
  /** The services that the fault breaks. */
  broken: readonly Service[];
}

export type BreakEstate = (estate: Estate, services: readonly Service[], at: number) => Fault | undefined;

/** The delay in minutes until a watched cluster, a check or a slow effect shows the fault. */
const seconds = ({ chance }: Estate) => chance.between(5, 60) / 60;
const checkDelay = ({ chance }: Estate) => 0.2 + chance.next() * 4;

function crash(
  estate: Estate,
  service: Service,
  at: number,
  { status = "CrashLoopBackOff", pods = service.pods } = {},
): void {
  const { chance } = estate;
  let first = at;
  for (const pod of pods) {
    const age = at - seconds(estate) - chance.next();
    first = Math.min(first, age);
    turn(pod, age, "unhealthy", status);
    change(estate, pod, "BackOff", age - seconds(estate), {
      severity: "high",
      source: "kubelet",
      summary: "Back-off restarting failed container",
      count: chance.between(2, 30),
    });
    change(estate, pod, "Pulled", age + 0.3, { severity: "info", source: "kubelet" });
    change(estate, pod, "Started", age + 0.2, { severity: "info", source: "kubelet" });
  }
  const all = pods.length === service.pods.length;
  turn(service.replicaSet, first - seconds(estate), all ? "unhealthy" : "warning", all ? status : "Starting");
  turn(service.deployment, first - seconds(estate), all ? "unhealthy" : "warning", all ? status : "Starting");
  change(estate, service.deployment, "diff", first - seconds(estate) - 0.2, { summary: "status.unavailableReplicas" });
  fail(service.checks[1]!, first - checkDelay(estate), `${service.name}: ${status}`);
  if (all) fail(service.http, first - checkDelay(estate), "expected status 200, got 503");
}

const only = (services: readonly Service[]) => services[0]!;

export const sorts: Readonly<Record<string, BreakEstate>> = {
  "bad deploy": (estate, services, at) => {
    const service = only(services);
    const caused = change(estate, service.deployment, "diff", at, {
      summary: "spec.template.spec.containers[0].image",
    });
    change(estate, service.deployment, "ScalingReplicaSet", at - 0.1, {
      severity: "info",
      source: "deployment-controller",
      summary: `Scaled up replica set ${service.replicaSet.name}`,
    });
    crash(estate, service, at - estate.chance.between(1, 6));
    return { sort: "bad deploy", cause: service.deployment, change: caused, broken: [service] };
  },

  "bad configuration": (estate, services, at) => {
    const service = only(services);
    const caused = change(estate, service.configMap, "diff", at, { summary: "data.settings" });
    crash(estate, service, at - estate.chance.between(1, 25));
    return { sort: "bad configuration", cause: service.configMap, change: caused, broken: [service] };
  },

  "rotated secret": (estate, services, at) => {
    const service = only(services);
    const caused = change(estate, service.secret, "diff", at, { summary: "data.password" });
    const later = at - estate.chance.between(2, 20);
    if (estate.chance.next() < 0.5) crash(estate, service, later);
    else fail(service.http, later - checkDelay(estate), "expected status 200, got 500: password authentication failed");
    return { sort: "rotated secret", cause: service.secret, change: caused, broken: [service] };
  },

  "full disk": (estate, services, at) => {
    const node = estate.chance.pick(estate.nodes);
    const caused = change(estate, node, "NodeHasDiskPressure", at, {
      severity: "high",
      source: "kubelet",
      summary: "Node has disk pressure",
    });
    turn(node, at - seconds(estate), "unhealthy", "DiskPressure");
    node.insight = {
      analyzer: "disk-space",
      type: "reliability",
      severity: "high",
      summary: "The disk is 97 % full",
      age: at + estate.chance.between(5, 60),
    };
    const broken = [];
    for (const service of services.slice(0, 3)) {
      const pods = podsOn(estate, node, service);
      if (pods.length === 0) continue;
      for (const pod of pods)
        change(estate, pod, "Evicted", at - 0.8, {
          severity: "medium",
          source: "kubelet",
          summary: "The node was low on resource: ephemeral-storage",
        });
      crash(estate, service, at - 1, { status: "Evicted", pods });
      broken.push(service);
    }
    return broken.length === 0 ? undefined : { sort: "full disk", cause: node, change: caused, broken };
  },

  "lost node": (estate, services, at) => {
    const node = estate.chance.pick(estate.nodes);
    const caused = change(estate, node, "NodeNotReady", at, {
      severity: "high",
      source: "node-controller",
      summary: "Node is not ready",
    });
    turn(node, at - seconds(estate), "unhealthy", "NotReady");
    const broken = [];
    for (const service of services.slice(0, 3)) {
      const pods = podsOn(estate, node, service);
      if (pods.length === 0) continue;
      crash(estate, service, at - 0.6, { status: "NodeLost", pods });
      broken.push(service);
    }
    return broken.length === 0 ? undefined : { sort: "lost node", cause: node, change: caused, broken };
  },

  "expired certificate": (estate, services, at) => {
    const service = services.find(({ certificate }) => certificate);
    if (!service?.certificate) return undefined;
    const caused = change(estate, service.certificate, "Failed", at, {
      severity: "high",
      source: "cert-manager",
      summary: "The certificate request has failed and will be retried",
    });
    const expired = at - estate.chance.between(2, 40);
    turn(service.certificate, expired - seconds(estate), "unhealthy", "Expired");
    service.certificate.insight = {
      analyzer: "certificate-expiry",
      type: "security",
      severity: "critical",
      summary: "The certificate expires in less than a day",
      age: expired + estate.chance.between(200, 900),
    };
    fail(service.http, expired - checkDelay(estate), "certificate has expired");
    return { sort: "expired certificate", cause: service.certificate, change: caused, broken: [service] };
  },

  "dead database behind three services": (estate, services, at) => {
    const database = estate.databases.find(({ item }) => services.filter((one) => one.database === item).length >= 3);
    if (!database) return undefined;
    const broken = services.filter((one) => one.database === database.item).slice(0, 3);
    const caused =
      estate.chance.next() < 0.5
        ? change(estate, database.item, "diff", at, { summary: "maintenance.parameter_group" })
        : change(estate, database.item, "RDS-EVENT-0004", at, {
            severity: "medium",
            source: "aws.rds",
            summary: "DB instance shutdown",
          });
    const dead = at - estate.chance.between(1, 8);
    // The cloud is scraped at intervals, so that checks notice the fault first.
    turn(database.item, dead - estate.chance.next() * 9, "unhealthy", "stopped");
    fail(database.check, dead - checkDelay(estate), "connection refused");
    for (const service of broken)
      fail(service.http, dead - checkDelay(estate), "expected status 200, got 500: connection refused");
    return { sort: "dead database behind three services", cause: database.item, change: caused, broken };
  },

  "wrong ingress": (estate, services, at) => {
    const service = services.find(({ ingress, http }) => ingress && http.items.length > 0);
    if (!service?.ingress) return undefined;
    const caused = change(estate, service.ingress, "diff", at, {
      summary: "spec.rules[0].http.paths[0].backend.service.port",
    });
    fail(service.http, at - checkDelay(estate), "expected status 200, got 404");
    return { sort: "wrong ingress", cause: service.ingress, change: caused, broken: [service] };
  },

  "scaled to zero": (estate, services, at) => {
    const service = only(services);
    const caused = change(estate, service.deployment, "diff", at, { summary: "spec.replicas" });
    change(estate, service.deployment, "ScalingReplicaSet", at - 0.1, {
      severity: "info",
      source: "deployment-controller",
      summary: "Scaled down replica set to 0",
    });
    for (const pod of service.pods) change(estate, pod, "Killing", at - 0.2, { severity: "info", source: "kubelet" });
    Object.assign(service.deployment, { health: "unknown", status: "Scaled to Zero" });
    Object.assign(service.replicaSet, { health: "unknown", status: "Scaled to Zero" });
    fail(service.http, at - checkDelay(estate), "expected status 200, got 503");
    return { sort: "scaled to zero", cause: service.deployment, change: caused, broken: [service] };
  },

  "blocked network": (estate, services, at) => {
    const service = only(services);
    const caused = change(estate, service.policy, "diff", at, { summary: "spec.ingress" });
    fail(service.http, at - checkDelay(estate), "Request timed out");
    if (estate.chance.next() < 0.5) crash(estate, service, at - 1.5, { status: "Unhealthy" });
    return { sort: "blocked network", cause: service.policy, change: caused, broken: [service] };
  },
};

const podsOn = ({ relations }: Estate, node: Item, { pods }: Service) =>
  pods.filter((pod) => relations.some(({ from, to }) => from === node && to === pod));
