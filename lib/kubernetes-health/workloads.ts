// Health of workloads that keep a number of pods running: compares desired with actual replicas.
import {
  ageOf,
  at,
  conditionOf,
  count,
  isTrue,
  startMs,
  timeOf,
  verdict,
  worse,
  type Health,
  type Kubernetes,
  type Verdict,
} from "./verdict.ts";

const numberAt = (object: Kubernetes["object"], path: string): number => count(at(object, path));

export function replicaHealth(input: Kubernetes): Verdict {
  const { object } = input;
  const wanted = at(object, "spec.replicas") === undefined ? 1 : numberAt(object, "spec.replicas");
  const there = numberAt(object, "status.replicas");
  const ready = numberAt(object, "status.readyReplicas");
  const kind = String(object["kind"]);
  // A ReplicaSet has only one template, so it has no rollout.
  const updated = kind === "ReplicaSet" ? there : numberAt(object, "status.updatedReplicas");
  const message = `${ready}/${wanted} ready`;
  const isSettled = there === wanted && updated === wanted && isObserved(object);
  const failure = conditionOf(object, "ReplicaFailure");
  if (isTrue(failure)) return verdict("unhealthy", "Failed Create", false, failure!.message || message);
  if (wanted === 0 && there === 0) return verdict("unknown", "Scaled to Zero", true);
  // The owner paused the deployment on purpose: a complete deployment stays healthy, an incomplete deployment is
  // unknown.
  if (at(object, "spec.paused") === true) {
    const isComplete = isSettled && ready === wanted;
    return verdict(isComplete ? "healthy" : "unknown", "Suspended", isComplete, message);
  }
  const isAvailable = isTrue(conditionOf(object, "Available")) || (ready >= wanted && wanted > 0);
  let health: Health = isAvailable ? "healthy" : ready > 0 ? "warning" : "unhealthy";
  const progressing = conditionOf(object, "Progressing");
  if (progressing?.reason === "ProgressDeadlineExceeded") {
    health = worse(health, "warning");
    return verdict(health, "Rollout Failed", isSettled && ready === wanted, progressing.message || message);
  }
  const elapsed = sinceChange(input);
  const isStarting = elapsed < startMs(at(object, "spec.template.spec"));
  const isCreating = elapsed < progressMs(object);
  if (health !== "healthy" && isStarting) health = "unknown";
  const status = statusOf({ wanted, there, ready, updated, isStarting, isCreating });
  return verdict(health, status, isSettled && ready === wanted, message);
}

interface Numbers {
  wanted: number;
  there: number;
  ready: number;
  updated: number;
  /** The pods still have time to become ready. */
  isStarting: boolean;
  /** The first pod still has time to appear. */
  isCreating: boolean;
}

/** The maximum time of a rollout without progress. Default of Kubernetes: ten minutes. */
const progressMs = (object: Kubernetes["object"]): number =>
  (numberAt(object, "spec.progressDeadlineSeconds") || 600) * 1000;

function statusOf({ wanted, there, ready, updated, isStarting, isCreating }: Numbers): string {
  if (there === 0) return isCreating ? "Pending" : "Failed Create";
  if (ready === 0) {
    if (updated !== there) return "Updating";
    return isStarting ? "Starting" : "CrashLoopBackOff";
  }
  if (updated !== wanted && there !== wanted)
    return there > wanted ? (updated < wanted ? "Rolling Out" : "Scaling Down") : "Scaling Up";
  if (updated !== wanted) return "Rolling Out";
  if (there > wanted) return "Scaling Down";
  if (there < wanted || ready < wanted) return there < wanted ? "Scaling Up" : "Starting";
  return "Running";
}

/** Whether the controller has processed the current spec; otherwise its numbers refer to an older spec. */
const isObserved = (object: Kubernetes["object"]): boolean => {
  const seen = at(object, "status.observedGeneration");
  return seen === undefined || count(seen) >= numberAt(object, "metadata.generation");
};

/** The time since the creation or since the last rollout began. */
function sinceChange(input: Kubernetes): number {
  const moved = conditionOf(input.object, "Progressing")?.since;
  return Math.min(ageOf(input), moved === undefined ? Number.POSITIVE_INFINITY : input.now - moved);
}

export function daemonSetHealth(input: Kubernetes): Verdict {
  const { object } = input;
  const wanted = numberAt(object, "status.desiredNumberScheduled");
  const ready = numberAt(object, "status.numberReady");
  const available = numberAt(object, "status.numberAvailable");
  const updated = numberAt(object, "status.updatedNumberScheduled");
  const message = `${ready}/${wanted} ready`;
  if (wanted === 0) return verdict("unknown", "Scaled to Zero", isObserved(object), message);
  const isWhole = ready >= wanted && available >= wanted;
  const health: Health = isWhole ? "healthy" : ready > 0 ? "warning" : "unhealthy";
  if (updated < wanted || !isObserved(object)) return verdict(health, "Rolling Out", false, message);
  const isStarting = ageOf(input) < startMs(at(object, "spec.template.spec"));
  if (isWhole) return verdict("healthy", "Running", true, message);
  return verdict(isStarting ? "unknown" : health, isStarting ? "Starting" : "Degraded", false, message);
}

export function jobHealth({ object }: Kubernetes): Verdict {
  const failed = conditionOf(object, "Failed");
  if (isTrue(failed)) return verdict("unhealthy", "Failed", true, failed!.message || failed!.reason);
  const complete = conditionOf(object, "Complete");
  if (isTrue(complete)) return verdict("healthy", "Completed", true, complete!.message);
  if (isTrue(conditionOf(object, "Suspended")) || at(object, "spec.suspend") === true)
    return verdict("unknown", "Suspended", false);
  const tried = numberAt(object, "status.failed");
  return verdict("healthy", "Running", false, tried > 0 ? `${tried} pods have failed so far` : undefined);
}

export function cronJobHealth({ object }: Kubernetes): Verdict {
  const scheduled = timeOf(at(object, "status.lastScheduleTime"));
  const succeeded = timeOf(at(object, "status.lastSuccessfulTime"));
  if (at(object, "spec.suspend") === true) return verdict("unknown", "Suspended", true);
  if (scheduled === undefined) return verdict("unknown", "Scheduled", true);
  const active = at(object, "status.active");
  if (Array.isArray(active) && active.length > 0) return verdict("healthy", "Running", true);
  if (succeeded === undefined) return verdict("unhealthy", "Error", true, "No run has succeeded yet");
  if (succeeded < scheduled) return verdict("unhealthy", "Error", true, "The last run did not succeed");
  return verdict("healthy", "Completed", true);
}
