// Sends the requests of tools to the routes of this process, with the credentials of the MCP request. A tool therefore
// passes the same checks as any other client: rights, row rules, validation, features and read-only tokens.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fillPath, type AnyShape, type Call } from "#language/call.ts";
import { isProblemId, Problem, problem } from "#language/problem.ts";
import { someone } from "#server/http/actor.ts";
import type { Row } from "#server/db/writes.ts";
import type { CallParts, McpCaller } from "#server/mcp/tool.ts";
import type { PlanCodes } from "./plan-codes.ts";
import type { Client } from "./sessions.ts";

interface Asked {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CallerOptions {
  app: FastifyInstance;
  codes: PlanCodes;
  request: FastifyRequest;
  client: Client;
  signal: AbortSignal;
}

export const userAgentOf = ({ name, version }: Client) => `${name}/${version} (MCP)`;

export function createCaller({ app, codes, request, client, signal }: CallerOptions): McpCaller {
  const actor = someone(request.actor!);
  const own = {
    authorization: request.headers.authorization!,
    host: request.host,
    accept: "application/json",
    "user-agent": userAgentOf(client),
  };

  async function send({ method, path, query, body, headers }: Asked): Promise<string> {
    signal.throwIfAborted();
    const answer = await app.inject({
      method,
      url: path + searchOf(query),
      remoteAddress: request.ip,
      headers: { ...own, ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      signal,
    });
    if (answer.statusCode >= 400) throw refusalOf(answer.statusCode, answer.payload);
    return answer.payload;
  }

  return {
    actor,
    signal,
    async ask<S extends AnyShape>({ method, path }: Call<S>, { params, query, body }: CallParts<S>) {
      const filled = fillPath(path, params as Record<string, string> | undefined);
      const text = await send({ method, path: filled, query, body });
      return (text === "" ? undefined : JSON.parse(text)) as S["answer"];
    },
    rows: async (relation, query) =>
      JSON.parse(await send({ method: "GET", path: `/api/db/${relation}`, query })) as Row[],
    async insert(relation, row) {
      const headers = { prefer: "return=representation" };
      const text = await send({ method: "POST", path: `/api/db/${relation}`, body: row, headers });
      return (JSON.parse(text) as Row[])[0]!;
    },
    async text(path, maxBytes) {
      const whole = Buffer.from(await send({ method: "GET", path }));
      return whole.subarray(0, maxBytes).toString("utf8");
    },
    planCode: (plan) => codes.issue(actor.id, plan),
    usePlanCode: (plan, code) => codes.use(actor.id, plan, code),
  };
}

/** Builds the query string of a request. Fields without a value are left out. */
function searchOf(query: unknown): string {
  const stated = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value as string | number)]],
  );
  return stated.length === 0 ? "" : `?${new URLSearchParams(stated).toString()}`;
}

/** Converts an error response to a Problem. The response has the format of our routes or of the data API. */
function refusalOf(status: number, text: string): Problem {
  const body = parsed(text);
  const message = body["error"] ?? body["message"];
  if (typeof message !== "string") return problem.internal(new Error(`the request was refused with ${status}`));
  const id = isProblemId(body["id"]) ? body["id"] : idsOfStatus[status];
  const details = body["error"] === undefined ? body["details"] : body["message"];
  return new Problem(id ?? "invalid", message, {
    status,
    details: typeof details === "string" ? details : undefined,
    hint: typeof body["hint"] === "string" ? body["hint"] : undefined,
  });
}

const idsOfStatus: Readonly<Record<number, "unauthorized" | "forbidden" | "not_found" | "conflict">> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
};

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
