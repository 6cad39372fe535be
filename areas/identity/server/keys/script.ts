// Serves the script that the nodes of security keys refer to. The script is for other pages; the console never runs it.
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { repository } from "#lib/load/repository.ts";
import { open } from "../door/door.ts";

export const scriptPath = "/.well-known/ory/webauthn.js";

const script = readFileSync(join(repository, "areas/identity/webauthn.js"), "utf8");

export const scriptIntegrity = `sha512-${hash("sha512", script, "base64")}`;

export function scriptRoutes(app: FastifyInstance): void {
  app.get(scriptPath, open, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "public, max-age=300").send(script),
  );
}
