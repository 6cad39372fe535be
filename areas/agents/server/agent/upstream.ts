// Sends the requests of an agent to its server.
import { z } from "zod";
import type { System } from "#server/area.ts";
import type { Fetched } from "#server/outbound/outbound.ts";
import { sentForResource, type SentForResource } from "#areas/connections/server/index.ts";
import * as schema from "../../contract.schema.ts";
import type { AgentAction } from "../../contract.schema.ts";
import type { Pushed } from "../upstream/receive.ts";

/** The server cannot be reached, or does not accept the agent at present. All rows stay stored until it does. */
export class NoConnection extends Error {}

/** The server itself refused a request: the token is not valid, the agent was deleted, or a right is missing. */
export class Refused extends NoConnection {
  readonly status: 401 | 403;
  constructor(status: 401 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server stored nothing of a push. */
export interface Refusal {
  /** Rows that must be pushed first. */
  missing: readonly string[];
  reason: string;
}

export interface AboutAgent {
  hostname: string;
  version: string;
  /** The time of the oldest result that is not pushed yet. */
  waiting_since: string | undefined;
  waiting_results: string;
}

export interface Pong {
  serverTime: Date;
  /** The number of resources to pull, by table. Undefined for servers that do not count them. */
  resources: Readonly<Record<string, number>> | undefined;
}

export interface Upstream {
  ping(about: AboutAgent): Promise<Pong>;
  /** Returns undefined if the server stored all rows. */
  push(rows: Pushed): Promise<Refusal | undefined>;
  /** Waits for a playbook action. */
  takeAction(): Promise<AgentAction | undefined>;
  /** Sends the bytes of an artifact whose row was pushed. Returns undefined if the server stored them. */
  sendBytes(artifactId: string, bytes: Uint8Array): Promise<Refusal | undefined>;
  sendOutput(id: string, piece: { number: number; content: string }): Promise<{ isCancelled: boolean }>;
  pull(kind: "canary" | "scrapeconfig" | "topology", since?: string): Promise<PulledRow[]>;
  /** `stored` are the versions that this agent has. Undefined for servers that do not send connections. */
  pullConnections(stored: readonly object[]): Promise<SentForResource[] | undefined>;
}

const pulledRow = z.looseObject({
  id: z.guid(),
  name: z.string(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  deleted_at: z.string().nullish(),
});
export type PulledRow = z.output<typeof pulledRow>;

const refusal = z.looseObject({
  error: z.string().optional(),
  message: z.string().optional(),
  data: z.looseObject({ ids: z.array(z.guid()).optional() }).nullish(),
});

/** The largest response to a pull. */
const maxBytes = 256 * 1024 * 1024;
const timeoutMs = 60_000;
const bytesTimeoutMs = 600_000;
/** Statuses with which the server refuses the rows of a push, now and later. */
const isRefused = (status: number) => [400, 403, 409, 413, 422].includes(status);

export function createUpstream({ env, outbound }: Pick<System, "env" | "outbound">, signal: AbortSignal): Upstream {
  const { url, name, username, token } = env.upstream!;
  const authorization = `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`;

  async function send(method: string, path: string, query: Record<string, string | undefined>, body?: unknown) {
    const at = new URL(`${url}/upstream${path}`);
    for (const [key, value] of Object.entries({ agent_name: name, ...query }))
      if (value !== undefined) at.searchParams.set(key, value);
    const isBytes = body instanceof Uint8Array;
    const type = isBytes ? "application/octet-stream" : "application/json";
    return outbound("system")
      .fetch(at, {
        method,
        headers: { authorization, ...(body !== undefined && { "content-type": type }) },
        ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
        // The token must not be sent to any other address.
        maxRedirects: 0,
        maxBytes,
        timeoutMs: isBytes ? bytesTimeoutMs : timeoutMs,
        signal,
      })
      .catch((error: unknown) => {
        throw new NoConnection((error as Error).message, { cause: error });
      });
  }

  return {
    async ping(about) {
      const { time, resources } = read(schema.ping.answer, await send("GET", "/ping", { ...about }));
      return { serverTime: new Date(time), resources };
    },
    async push(rows) {
      return refusalOf(await send("POST", "/push", {}, rows));
    },
    async sendBytes(id, bytes) {
      return refusalOf(await send("POST", `/artifacts/${id}`, {}, bytes));
    },
    async takeAction() {
      const answer = read(schema.playbookAction.answer, await send("GET", "/playbook-action", {}));
      return "action" in answer ? (answer as AgentAction) : undefined;
    },
    async sendOutput(id, piece) {
      const answer = read(schema.playbookOutput.answer, await send("POST", `/playbook-action/${id}/output`, {}, piece));
      return { isCancelled: answer.is_cancelled };
    },
    async pull(kind, since) {
      return read(z.array(pulledRow), await send("GET", `/${kind}/pull`, { since }));
    },
    async pullConnections(stored) {
      const answer = await send("POST", "/connection/pull", {}, { stored });
      return answer.status === 404 ? undefined : read(z.array(sentForResource), answer);
    },
  };
}

function refusalOf(answer: Fetched): Refusal | undefined {
  if (!isRefused(answer.status)) {
    read(z.looseObject({}), answer);
    return undefined;
  }
  const { data: parts, error, message } = refusal.catch({}).parse(jsonOf(answer));
  return {
    missing: parts?.ids ?? [],
    reason: error ?? message ?? `The server responded with status ${answer.status}.`,
  };
}

const denial = z.looseObject({
  id: z.enum(["unauthorized", "forbidden"]),
  error: z.string(),
  message: z.string().optional(),
});

/** Proxies also respond with these statuses, but only the server sends a problem as the body. */
function requireAccepted(answer: Fetched): void {
  const { status } = answer;
  if (status !== 401 && status !== 403) return;
  const { success, data } = denial.safeParse(jsonOf(answer));
  if (success) throw new Refused(status, [data.error, data.message].filter(Boolean).join(" "));
}

function read<T>(shape: z.ZodType<T>, answer: Fetched): T {
  requireAccepted(answer);
  if (answer.status < 200 || answer.status > 299)
    throw new NoConnection(`${answer.url} responded with status ${answer.status}: ${answer.text().slice(0, 300)}`);
  const parsed = shape.safeParse(jsonOf(answer));
  if (!parsed.success) throw new NoConnection(`${answer.url} does not respond like a server of agents`);
  return parsed.data;
}

function jsonOf(answer: Fetched): unknown {
  try {
    return answer.json();
  } catch {
    return undefined;
  }
}
