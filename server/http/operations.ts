// What operators and their tools ask: is it alive, can it serve, what does it measure, what does the API look like.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { System } from "../area.ts";
import { apiDocsPage, apiDocsStyle } from "./api-docs.ts";
import type { Metrics } from "./metrics.ts";
import { openApiDocument } from "./openapi.ts";

const readyWithinMs = 2_000;

export function operationRoutes(
  app: FastifyInstance,
  { env, db }: System,
  { metrics, version }: { metrics: Metrics; version: string },
): void {
  const open = { config: { access: "anyone" as const } };

  app.get("/api/_health", open, () => ({ health: "ok" }));

  app.get("/api/ready", open, async (_, reply) => {
    const reason = await whyNotReady(db.system);
    return reason === undefined ? { ready: true } : reply.code(503).send({ ready: false, reason });
  });

  app.get("/metrics", env.metricsPublic ? open : {}, async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  // Made on the first request, when every area has mounted its calls.
  let document: ReturnType<typeof openApiDocument> | undefined;
  const described = () => (document ??= openApiDocument(app, version));
  app.get("/api/openapi.json", () => described());
  app.get("/api/docs", (_, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(apiDocsPage(described())),
  );
  app.get("/api/docs/style.css", open, (_, reply) => reply.type("text/css; charset=utf-8").send(apiDocsStyle));
}

async function whyNotReady(db: System["db"]["system"]): Promise<string | undefined> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("late")), readyWithinMs).unref();
  });
  try {
    await Promise.race([sql`select 1`.execute(db), late]);
    return undefined;
  } catch (error) {
    return (error as Error).message === "late"
      ? `The database did not answer within ${readyWithinMs / 1000} s.`
      : "The database cannot be reached.";
  }
}
