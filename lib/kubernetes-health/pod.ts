import {
  ageOf,
  at,
  conditionOf,
  conditionsOf,
  count,
  fields,
  hour,
  isTrue,
  list,
  minute,
  startMs,
  text,
  timeOf,
  verdict,
  type Kubernetes,
  type Verdict,
} from "./verdict.ts";

/**
 * A container with more restarts than this, after crashes or a lack of memory, is unhealthy for a whole day instead of
 * an hour.
 */
const maxRestarts = 5;

export function podHealth(input: Kubernetes): Verdict {
  const found = judge(input);
  const isBad = found.health === "unhealthy" || found.health === "warning";
  // A pod may fail for a while during its start, but it does not recover from a lack of memory without help.
  const mayRecover = text(at(input.object, "status.phase")) !== "Failed" && found.status !== "OOMKilled";
  if (isBad && mayRecover && found.status !== "Unschedulable" && isStarting(input))
    return verdict("unknown", "Starting", false, found.message);
  return found;
}

const isStarting = (input: Kubernetes) => ageOf(input) < startMs(input.object["spec"]);

function judge(input: Kubernetes): Verdict {
  const { object, now } = input;
  const phase = text(at(object, "status.phase"));
  const reason = text(at(object, "status.reason"));
  const message = text(at(object, "status.message"));
  const deleted = timeOf(at(object, "metadata.deletionTimestamp"));
  if (deleted !== undefined)
    return verdict(now - deleted >= 15 * minute ? "warning" : "unknown", "Terminating", false, message);
  if (reason === "Evicted") return verdict("warning", "Evicted", true, message);
  if (phase === "Succeeded") return verdict("healthy", "Completed", true, message);
  if (phase === "Failed") return verdict("unhealthy", reason || "Failed", true, message || failureOf(object));
  const unschedulable = conditionsOf(object).find((condition) => condition.reason === "Unschedulable");
  if (unschedulable) return verdict("unhealthy", "Unschedulable", false, unschedulable.message);
  const isReady = isTrue(conditionOf(object, "Ready"));
  // While an init container fails, the main containers wait for it, so the reason is in the init container.
  for (const containers of [containersIn(object, "initContainerStatuses"), containersIn(object, "containerStatuses")]) {
    const found = troubleOf(containers, input);
    if (found) return { ...found, ready: isReady };
  }
  if (phase === "Pending") return pendingHealth(input);
  const ready = conditionOf(object, "Ready");
  if (isReady) return verdict("healthy", "Running", true);
  return verdict(ready === undefined ? "unknown" : "unhealthy", phase || "Unknown", false, ready?.message);
}

type Container = ReturnType<typeof fields>;

const containersIn = (object: Kubernetes["object"], key: string): Container[] =>
  list(at(object, `status.${key}`)).map(fields);

/** Returns the health of the first container that waits because of an error or was restarted recently. */
function troubleOf(containers: readonly Container[], { now }: Kubernetes): Verdict | undefined {
  for (const container of containers) {
    const waiting = fields(at(container, "state.waiting"));
    const reason = text(waiting["reason"]);
    const isRestarting = Object.keys(waiting).length > 0 && count(container["restartCount"]) > 0;
    if (isRestarting || /^Err|Error$|BackOff$/.test(reason))
      return verdict("unhealthy", reason || "Waiting", false, text(waiting["message"]) || lastFailure(container));
    const ended = fields(at(container, "state.terminated"));
    if (count(ended["exitCode"]) !== 0)
      return verdict("unhealthy", text(ended["reason"]) || "Error", false, endOf(container, ended));
  }
  for (const container of containers) {
    const found = afterRestart(container, now);
    if (found) return found;
  }
  return undefined;
}

/** A pod that is still pending after its start deadline is unhealthy, unless an init container is running. */
function pendingHealth(input: Kubernetes): Verdict {
  const { object } = input;
  const message = text(at(object, "status.message"));
  const inits = containersIn(object, "initContainerStatuses");
  if (inits.some((container) => at(container, "state.running") !== undefined))
    return verdict("unknown", "PodInitializing", false, message);
  const waiting = [...inits, ...containersIn(object, "containerStatuses")]
    .map((container) => fields(at(container, "state.waiting")))
    .find(({ reason }) => text(reason) !== "");
  const status = text(waiting?.["reason"]) || "Pending";
  return verdict(isStarting(input) ? "unknown" : "unhealthy", status, false, text(waiting?.["message"]) || message);
}

/**
 * After its last termination, a container is unhealthy for an hour and then a warning until a day has passed; after
 * that, the termination is ignored.
 */
function afterRestart(container: Container, now: number): Verdict | undefined {
  const last = fields(at(container, "lastState.terminated"));
  if (Object.keys(last).length === 0) return undefined;
  const restarts = count(container["restartCount"]);
  const reason = text(last["reason"]);
  const message = lastFailure(container);
  if (count(last["exitCode"]) === 0 && restarts === 0) return verdict("healthy", "Completed", true, message);
  const ago = now - (timeOf(last["finishedAt"]) ?? 0);
  if (ago >= 24 * hour) return undefined;
  const isRepeated = restarts > maxRestarts && reason !== "Completed";
  const health = ago < hour || isRepeated ? "unhealthy" : "warning";
  if (reason === "OOMKilled") return verdict(health, "OOMKilled", false, message);
  if (reason === "Completed") {
    if (ago < hour) return verdict(health, ago < 15 * minute ? "RestartLoopBackOff" : "RestartLoop", false, message);
  } else if (ago < 15 * minute)
    return verdict(health, restarts <= 1 ? "CrashedOnce" : "CrashLoopBackOff", false, message);
  return verdict(health, "Restarted", false, message);
}

const lastFailure = (container: Container): string => endOf(container, fields(at(container, "lastState.terminated")));

function endOf(container: Container, end: Container): string {
  const why = text(end["message"]) || text(end["reason"]);
  if (end["exitCode"] === undefined) return why;
  return `${text(container["name"])} ended with code ${count(end["exitCode"])}${why ? `: ${why}` : ""}`;
}

function failureOf(object: Kubernetes["object"]): string {
  for (const container of containersIn(object, "containerStatuses")) {
    const ended = fields(at(container, "state.terminated"));
    if (count(ended["exitCode"]) !== 0) return endOf(container, ended);
  }
  return "";
}
