// Serves artifact downloads, always as attachments and never as a page, because the content is untrusted output of a
// run.
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import type { System } from "../area.ts";
import { requireAccess } from "../db/policy.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function artifactRoutes(app: FastifyInstance, { artifacts }: System): void {
  app.get<{ Params: { id: string } }>("/api/artifacts/download/:id", async (request, reply) => {
    requireAccess(request.actor, "read", "database");
    const { id } = request.params;
    if (!uuid.test(id)) throw problem.invalid(`${JSON.stringify(id)} is not the id of an artifact.`);
    const { artifact, content } = await artifacts.open(id);
    return reply
      .type(artifact.content_type)
      .headers({
        "content-length": artifact.size,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(artifact.filename)}`,
        etag: `"${artifact.checksum}"`,
      })
      .send(Readable.from(content));
  });
}
