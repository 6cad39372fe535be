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

export function podHealth(given: Kubernetes): Verdict {
  const found = judged(given);
  const isBad = found.health === "unhealthy" || found.health === "warning";
  // Trouble while it starts is no news, unless it is short of memory.
  const mayStart = text(at(given.object, "status.phase")) !== "Failed" && found.status !== "OOMKilled";
  if (isBad && mayStart && found.status !== "Unschedulable" && ageOf(given) < startMs(given.object["spec"]))
    return verdict("unknown", "Starting", false, found.message);
  return found;
}

function judged({ object, now }: Kubernetes): Verdict {
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
  const containers = [
    ...list(at(object, "status.initContainerStatuses")),
    ...list(at(object, "status.containerStatuses")),
  ].map(fields);
  for (const container of containers) {
    const waiting = fields(at(container, "state.waiting"));
    if (Object.keys(waiting).length > 0) {
      const why = text(waiting["reason"]);
      // A container that waits for its turn has a reason too: PodInitializing, ContainerCreating.
      const isBad = /^Err|Error$|BackOff$/.test(why) || count(container["restartCount"]) > 0;
      if (isBad)
        return verdict("unhealthy", why || "Waiting", false, text(waiting["message"]) || lastFailure(container));
      if (why !== "" && phase !== "Running") return verdict("unknown", why, false, text(waiting["message"]));
    }
  }
  for (const container of containers) {
    const found = afterRestart(container, now);
    if (found) return verdict(found.health, found.status, isTrue(conditionOf(object, "Ready")), found.message);
  }
  if (phase === "Pending") return verdict("unknown", "Pending", false, message);
  const ready = conditionOf(object, "Ready");
  if (isTrue(ready)) return verdict("healthy", "Running", true);
  return verdict(ready === undefined ? "unknown" : "unhealthy", phase || "Unknown", false, ready?.message);
}

/** What a container's last end says: an hour ago is bad, a day ago worth a look, before that forgotten. */
function afterRestart(container: ReturnType<typeof fields>, now: number): Verdict | undefined {
  const last = fields(at(container, "lastState.terminated"));
  if (Object.keys(last).length === 0) return undefined;
  const restarts = count(container["restartCount"]);
  const reason = text(last["reason"]);
  const message = lastFailure(container);
  if (count(last["exitCode"]) === 0 && restarts === 0) return verdict("healthy", "Completed", true, message);
  const ago = now - (timeOf(last["finishedAt"]) ?? 0);
  if (ago >= 24 * hour) return undefined;
  const health = ago < hour ? "unhealthy" : "warning";
  if (reason === "OOMKilled") return verdict(health, "OOMKilled", false, message);
  if (reason === "Completed") {
    if (ago < hour) return verdict(health, ago < 15 * minute ? "RestartLoopBackOff" : "RestartLoop", false, message);
  } else if (ago < 15 * minute)
    return verdict(health, restarts <= 1 ? "CrashedOnce" : "CrashLoopBackOff", false, message);
  return verdict(health, "Restarted", false, message);
}

const lastFailure = (container: ReturnType<typeof fields>): string => {
  const last = fields(at(container, "lastState.terminated"));
  const code = last["exitCode"];
  const why = text(last["message"]) || text(last["reason"]);
  return code === undefined ? why : `${text(container["name"])} ended with code ${count(code)}${why ? `: ${why}` : ""}`;
};

const failureOf = (object: Kubernetes["object"]): string => {
  for (const container of list(at(object, "status.containerStatuses")).map(fields)) {
    const ended = fields(at(container, "state.terminated"));
    if (count(ended["exitCode"]) !== 0)
      return `${text(container["name"])} ended with code ${count(ended["exitCode"])}${ended["reason"] ? `: ${text(ended["reason"])}` : ""}`;
  }
  return "";
};
