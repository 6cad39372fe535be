// Serves artifact downloads, always as attachments and never as a page, because the content is untrusted output of a
// run.
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import type { System } from "../area.ts";
import { claimsOf, mayUse, requireAccess } from "../db/policy.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function artifactRoutes(app: FastifyInstance, system: System): void {
  app.get<{ Params: { id: string } }>("/api/artifacts/download/:id", async (request, reply) => {
    requireAccess(request.actor, "read", "database");
    const { id } = request.params;
    if (!uuid.test(id)) throw problem.invalid(`${JSON.stringify(id)} is not the id of an artifact.`);
    await requireReadable(system, request.actor, id);
    const { artifact, content } = await system.artifacts.open(id);
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

/**
 * A file of a playbook action is readable by everyone who may read the action. Row policies apply to the files of other
 * resources.
 */
async function requireReadable(
  { db, catalog }: System,
  actor: Parameters<typeof mayUse>[0],
  id: string,
): Promise<void> {
  const { rows } = await db
    .reading(claimsOf(actor, "read"), "page")
    .query<{ is_output: boolean }>(
      "select playbook_run_action_id is not null as is_output from artifacts where id = $1",
      [id],
    );
  const [found] = rows;
  if (!found) throw problem.notFound("artifact", id);
  if (found.is_output && !mayUse(actor, "select", catalog.current.relations.get("playbook_run_actions")!))
    throw problem.forbidden("read", "playbook_runs");
}
