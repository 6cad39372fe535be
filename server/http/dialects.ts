// Renders a Problem in the dialect of the endpoint. Internals (causes, stacks, SQL) are never sent.
import type { Problem } from "#language/problem.ts";

export type Dialect = "ours" | "postgrest" | "kratos" | "json-rpc" | "alertmanager";

/** Returns the dialect for a path; unknown paths below an API also use the dialect of that API. */
export function dialectOf(url: string): Dialect {
  if (/^\/api\/\.ory(\/|$)/.test(url)) return "kratos";
  if (/^\/api\/(db|config)\//.test(url)) return "postgrest";
  if (/^\/(api\/)?mcp(\/|\?|$)/.test(url)) return "json-rpc";
  if (url.startsWith("/api/v2/")) return "alertmanager";
  return "ours";
}

export function renderProblem(problem: Problem, dialect: Dialect, requestId: string): unknown {
  switch (dialect) {
    case "ours":
      return {
        error: problem.message,
        ...((problem.details ?? problem.hint) ? { message: problem.details ?? problem.hint } : {}),
        id: problem.id,
        ...problem.parts,
        request_id: requestId,
      };
    case "postgrest":
      return {
        code: problem.code ?? `QD${problem.status}`,
        message: problem.message,
        details: problem.details ?? null,
        hint: problem.hint ?? null,
        // These are additions to PostgREST's format, for the form that sent the row: the invalid fields, and the stored
        // row if somebody else has changed it.
        ...(problem.parts["fields"] === undefined ? {} : { fields: problem.parts["fields"] }),
        ...(problem.parts["current"] === undefined ? {} : { current: problem.parts["current"] }),
      };
    case "kratos": {
      const { redirect_browser_to, flow, use_flow_id, expired_at, since, ...details } = problem.parts;
      // If the submitted form is rejected, the response contains the flow with its messages, and the screen replaces
      // its old flow.
      if (flow !== undefined) return flow;
      return {
        error: {
          id: problem.id,
          code: problem.status,
          status: statusTexts[problem.status] ?? "Error",
          request: requestId,
          message: problem.message,
          ...(problem.details ? { reason: problem.details } : {}),
          ...(Object.keys(details).length > 0 ? { details } : {}),
        },
        ...(redirect_browser_to === undefined ? {} : { redirect_browser_to }),
        // For an expired flow, these are the time of its expiry and the id of the flow that replaces it.
        ...(expired_at === undefined ? {} : { expired_at, since, use_flow_id }),
      };
    }
    case "json-rpc":
      return {
        jsonrpc: "2.0",
        id: null,
        error: { code: problem.status === 400 ? -32600 : -32000, message: problem.message, data: { id: problem.id } },
      };
    case "alertmanager":
      // The body is a JSON string, which Fastify would not quote by itself.
      return JSON.stringify([problem.message, problem.hint].filter(Boolean).join(" "));
  }
}

const statusTexts: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
