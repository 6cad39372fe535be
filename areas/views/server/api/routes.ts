// The routes of views.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { gallery } from "../gallery.ts";
import { requireViews } from "../refresh/view-row.ts";
import type { ViewRequest } from "../refresh/view-data.ts";
import { listViews } from "./list-views.ts";
import { previewView } from "./preview.ts";
import { servedView } from "./served-view.ts";

export function viewRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.viewData,
    schema.viewData,
    { access: "signed-in", summary: "The data of a view for the default values of its variables" },
    ({ params, actor, request, reply }) => serve(system, actor, params, { request, reply }),
  );
  handle(
    app,
    contract.viewDataWith,
    schema.viewDataWith,
    { access: "signed-in", reads: true, summary: "The data of a view for the given variable values" },
    ({ params, body, actor, request, reply }) =>
      serve(system, actor, { ...params, variables: body.variables }, { request, reply }),
  );
  handle(
    app,
    contract.listViews,
    schema.listViews,
    { access: "signed-in", summary: "The views that the caller may read, or the tabs of a config item" },
    ({ query, actor }) => listViews(system, actor, query.config_id),
  );
  handle(
    app,
    contract.previewView,
    schema.previewView,
    { access: "signed-in", summary: "The data of a draft; requires the right to save the view" },
    async ({ body, actor, request, reply, signal, scrubber }) => {
      const answer = await previewView(system, actor, body, { signal, scrubber });
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "test",
          resource_type: "views",
          resource_id: body.id ?? null,
          resource_name: `${body.namespace}/${body.name}`,
        },
      ]);
      return sendJson(reply, answer);
    },
  );
  handle(
    app,
    contract.galleryOfViews,
    schema.galleryOfViews,
    { access: "signed-in", summary: "The ready-made views of the gallery" },
    async ({ actor }) => {
      await requireViews(system, actor);
      return [...gallery];
    },
  );
}

/** The body is already JSON. */
const sendJson = (reply: FastifyReply, body: Buffer) =>
  reply.type("application/json; charset=utf-8").send(body) as never;

async function serve(
  system: System,
  actor: Actor,
  request: Pick<ViewRequest, "namespace" | "name" | "variables">,
  around: { request: FastifyRequest; reply: FastifyReply },
) {
  const wanted = readCacheControl(around.request.headers["cache-control"]);
  const body = await servedView(system, actor, { ...request, ...wanted }, around);
  return body === undefined ? (around.reply.send() as never) : sendJson(around.reply, body);
}

const maxSeconds = 365 * 24 * 60 * 60;

/** Reads `max-age=60, refresh-timeout=10`. Other directives, which browsers send, are ignored. */
export function readCacheControl(header: string | undefined): Pick<ViewRequest, "maxAgeMs" | "timeoutMs"> {
  const wanted: { maxAgeMs?: number; timeoutMs?: number } = {};
  for (const directive of (header ?? "").split(",")) {
    const [name = "", value = ""] = directive.split("=").map((part) => part.trim().toLowerCase());
    if (name !== "max-age" && name !== "refresh-timeout") continue;
    const seconds = Number(value.replaceAll('"', ""));
    if (value === "" || !Number.isFinite(seconds) || seconds < 0 || seconds > maxSeconds)
      throw problem.badParts([
        { path: "header.cache-control", message: `${name} must be a number of seconds, not ${JSON.stringify(value)}` },
      ]);
    wanted[name === "max-age" ? "maxAgeMs" : "timeoutMs"] = seconds * 1_000;
  }
  return wanted;
}
