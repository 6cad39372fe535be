// The checks that a canary holds: every list in its spec that is named for a type, known or not, and the one webhook.

export interface WrittenCheck {
  type: string;
  name: string;
  /** As it is written. */
  spec: Readonly<Record<string, unknown>>;
}

/** What a canary says beside its checks. */
const others = new Set([
  "schedule",
  "interval",
  "replicas",
  "severity",
  "owner",
  "icon",
  "resultMode",
  "retries",
  "env",
  "agentSelector",
]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** In the order in which they are written. One without a name is called by its type and its place. */
export function checksIn(spec: Readonly<Record<string, unknown>>): WrittenCheck[] {
  return Object.entries(spec).flatMap(([type, held]) => {
    if (others.has(type)) return [];
    const list = Array.isArray(held) ? (held as unknown[]) : type === "webhook" ? [held] : [];
    return list.filter(isObject).map((check, index): WrittenCheck => {
      const { name } = check;
      return { type, name: typeof name === "string" && name !== "" ? name : `${type}-${index + 1}`, spec: check };
    });
  });
}
