// Endpoints for operators and their tools: liveness, readiness, metrics and the API description.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { call } from "#language/call.ts";
import type { System } from "../area.ts";
import { createRoomCheck } from "../db/disk-space.ts";
import { apiDocsPage, apiDocsStyle } from "./api-docs.ts";
import { constantAnswer, constantBody, type ConstantAnswer } from "./constant-answer.ts";
import type { Metrics } from "./metrics.ts";
import { describeCall, openApiDocument } from "./openapi.ts";
import { docsHeaders } from "./security-headers.ts";

const readyTimeoutMs = 2_000;

export function operationRoutes(
  app: FastifyInstance,
  { env, db }: System,
  { metrics, version }: { metrics: Metrics; version: string },
): void {
  const open = { config: { access: "anyone" as const } };

  describeOperations(app, env);
  app.get("/api/_health", open, () => ({ health: "ok" }));

  const noRoom = createRoomCheck(env, db);
  app.get("/api/ready", open, async (_, reply) => {
    const reason = await whyNotReady(db, noRoom);
    return reason === undefined ? { ready: true } : reply.code(503).send({ ready: false, reason });
  });

  app.get("/metrics", env.metricsPublic ? open : {}, async (request, reply) =>
    reply.type(metrics.contentType).send(await metrics.print(request.actor)),
  );

  // Creates the document on the first request, after every area has mounted its calls. It is the same for all clients.
  const once = (create: () => string) => {
    let answer: ConstantAnswer | undefined;
    return (request: FastifyRequest, reply: FastifyReply) =>
      reply.send(constantBody(request, reply, (answer ??= constantAnswer(create()))));
  };
  const sendDocument = once(() => JSON.stringify(openApiDocument(app, version)));
  const sendPage = once(() => apiDocsPage(openApiDocument(app, version)));
  app.get("/api/openapi.json", (request, reply) =>
    sendDocument(request, reply.type("application/json; charset=utf-8")),
  );
  app.get("/api/docs", (request, reply) =>
    sendPage(request, reply.type("text/html; charset=utf-8").headers(docsHeaders)),
  );
  app.get("/api/docs/style.css", open, (_, reply) => reply.type("text/css; charset=utf-8").send(apiDocsStyle));
}

/** Adds routes that are not mounted by handle() to the API description. */
function describeOperations(app: FastifyInstance, env: System["env"]): void {
  const describe = (path: string, summary: string, answer: z.ZodType, isOpen = false) =>
    describeCall(app, call("GET", path), { answer }, { access: isOpen ? "anyone" : "signed-in", summary });
  const text = z.string();
  describe("/api/_health", "Liveness of the process", z.object({ health: z.literal("ok") }), true);
  describe(
    "/api/ready",
    "Readiness; 503 with the reason while the server cannot serve",
    z.object({ ready: z.boolean(), reason: z.string().optional() }),
    true,
  );
  describe("/metrics", "Metrics in Prometheus' text format", text, env.metricsPublic);
  describe("/api/openapi.json", "This description, for programs", z.object({ openapi: z.literal("3.1.0") }));
  describe("/api/docs", "This description, for people", text);
  describe("/api/events", "Changes as server-sent events; resumes from Last-Event-ID", text);
  describeCall(
    app,
    call("GET", "/api/artifacts/download/{id}"),
    { params: z.object({ id: z.uuid() }), answer: z.string() },
    { access: { action: "read", resource: "database" }, summary: "Download a file that a run produced" },
  );
}

async function whyNotReady(
  { system, answering }: System["db"],
  noRoom: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (answering.isSilent) return "The database accepts connections but does not respond.";
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("late")), readyTimeoutMs).unref();
  });
  try {
    await Promise.race([sql`select 1`.execute(system), late]);
    return await Promise.race([noRoom(), late]);
  } catch (error) {
    return (error as Error).message === "late"
      ? `The database did not respond within ${readyTimeoutMs / 1000} s.`
      : ((await noRoom().catch(() => undefined)) ?? "The database cannot be reached.");
  }
}
