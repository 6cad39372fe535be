// The health of a Kubernetes object in the terms of the catalog. Health and readiness are independent: a failed Job is
// unhealthy and ready, because it is final.

export type Health = "healthy" | "unhealthy" | "warning" | "unknown";

export interface Verdict {
  health: Health;
  /** One or two words for lists. */
  status: string;
  ready: boolean;
  message?: string;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
  /** The transition time in milliseconds, if there is one. */
  since: number | undefined;
}

/** An object as the cluster returns it; any field may be missing. */
export interface Kubernetes {
  object: Fields;
  now: number;
}

export const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const count = (value: unknown): number =>
  typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;

/** The value at a path such as `status.phase`. */
export const at = (object: Fields, path: string): unknown =>
  path.split(".").reduce<unknown>((held, key) => fields(held)[key], object);

export function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export const conditionsOf = (object: Fields): Condition[] =>
  list(at(object, "status.conditions")).map((entry) => {
    const condition = fields(entry);
    return {
      type: text(condition["type"]),
      status: text(condition["status"]),
      reason: text(condition["reason"]),
      message: text(condition["message"]),
      since: timeOf(condition["lastTransitionTime"] ?? condition["lastUpdateTime"]),
    };
  });

export const conditionOf = (object: Fields, type: string): Condition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type);

export const isTrue = (condition: Condition | undefined): boolean => condition?.status === "True";

export const minute = 60_000;
export const hour = 60 * minute;

/** Creates a verdict; an empty message is left out. */
export const verdict = (health: Health, status: string, ready: boolean, message?: string): Verdict =>
  message ? { health, status, ready, message } : { health, status, ready };

const ranks: readonly Health[] = ["unknown", "healthy", "warning", "unhealthy"];

export const worse = (a: Health, b: Health): Health => (ranks.indexOf(a) >= ranks.indexOf(b) ? a : b);

/** The time that a pod may take to start: the time that its probes allow, in whole minutes, but at least ten. */
export function startMs(podSpec: unknown): number {
  const seconds = list(fields(podSpec)["containers"]).map((container) => {
    const probes = ["startupProbe", "readinessProbe"].map((name) => {
      const probe = fields(fields(container)[name]);
      if (Object.keys(probe).length === 0) return 0;
      const setting = (key: string, fallback: number) => (typeof probe[key] === "number" ? probe[key] : fallback);
      return (
        setting("initialDelaySeconds", 0) +
        setting("failureThreshold", 3) * (setting("periodSeconds", 10) + setting("timeoutSeconds", 1))
      );
    });
    return Math.max(...probes);
  });
  return Math.max(10, Math.floor(Math.max(0, ...seconds) / 60)) * minute;
}

export const ageOf = ({ object, now }: Kubernetes): number =>
  now - (timeOf(at(object, "metadata.creationTimestamp")) ?? 0);
