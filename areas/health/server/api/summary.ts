// GET and POST /api/canary/api/summary. An actor who may read every check gets the copy in memory, compressed once for
// all requests. For other actors, and for selections, the view is read with the actor's rights.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "#language/problem.ts";
import { withoutNulls } from "#lib/json/json.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { requireHealth } from "./access.ts";
import { windowsStatement } from "../engine/windows.ts";
import { findChecks, isEverything, type WantedChecks } from "./find-checks.ts";
import { createSummaryCopy, type SummaryState } from "./summary-copy.ts";

export function summaryRoutes(app: FastifyInstance, system: System): void {
  const copy = createSummaryCopy(system);
  /** Compressed once for all requests until the next change. */
  const pressed = new WeakMap<SummaryState, Promise<Buffer>>();

  function press(state: SummaryState): Promise<Buffer> {
    const known = pressed.get(state);
    if (known) return known;
    const making = state.whole.gzip();
    pressed.set(state, making);
    return making;
  }

  /** Where views are public, anonymous users get every check with its status, and no options. */
  async function answer(actor: Actor | null, wanted: WantedChecks & { since?: string | undefined }, http: Exchange) {
    await requireHealth(system, actor, "the summary of checks");
    const { reply, request } = http;
    reply.headers(cacheable);
    if (actor === null && !isEverything(wanted)) throw problem.unauthorized();
    if (actor !== null && (claimsOf(actor, "read") !== undefined || !isEverything(wanted))) {
      const rows = await findChecks(system, actor, wanted);
      const windows = await system.db.reading(claimsOf(actor, "read")).query(windowsStatement, []);
      const body = `{"runnerName":"local","checks_summary":[${rows.join(",")}],"maintenance":${JSON.stringify(windows.rows)}}`;
      return isKnown(http, createHash("sha1").update(body).digest("base64url")) ? nothingNew(reply) : body;
    }
    const state = await copy.current();
    const changes = wanted.since === undefined ? undefined : state.since(wanted.since);
    if (changes)
      return `{"runnerName":"local","cursor":"${state.cursor}","checks_summary":[${changes.rows.join(",")}],"removed":${JSON.stringify(changes.removed)},"maintenance":${state.maintenance}}`;
    if (isKnown(http, state.cursor)) return nothingNew(reply);
    if (!acceptsGzip(request)) return state.whole.plain();
    reply.header("content-encoding", "gzip").header("vary", "accept-encoding");
    return press(state);
  }

  const options = {
    access: "signed-in" as const,
    type: "application/json; charset=utf-8",
    reads: true,
  };
  handle(
    app,
    contract.summary,
    schema.summary,
    {
      ...options,
      access: system.env.viewsPublic ? "anyone" : "signed-in",
      summary: "Every check as the health page shows it, or the changes since an earlier response",
    },
    async ({ query, actor, request, reply }) => written(await answer(actor, query, { request, reply })),
  );
  handle(
    app,
    contract.findSummary,
    schema.findSummary,
    { ...options, summary: "The selected checks as the health page shows them" },
    async ({ body, actor, request, reply }) => written(await answer(actor, withoutNulls(body), { request, reply })),
  );
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The body is assembled from thousands of strings, so it is not parsed again to be validated. */
const written = (body: string | Buffer | undefined) => body as unknown as contract.SummaryAnswer;

/** Only the client may cache the response, and must revalidate it each time. */
const cacheable = { "cache-control": "private, no-cache" };

function isKnown({ request, reply }: Exchange, tag: string): boolean {
  const etag = `W/"${tag}"`;
  reply.header("etag", etag);
  const known = request.headers["if-none-match"];
  return known !== undefined && known.split(",").some((item) => item.trim() === etag || item.trim() === "*");
}

function nothingNew(reply: FastifyReply): undefined {
  void reply.code(304);
}

/** The server's general compression handles other encodings. */
const acceptsGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(headers["accept-encoding"] ?? "");
