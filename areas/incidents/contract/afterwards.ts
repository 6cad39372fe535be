// The HTTP calls after an incident: post-mortem, replay and exports.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./afterwards.schema.ts";

/** Returns the saved post-mortem, or a draft from the incident's data. */
export const readPostmortem = call<Shape<typeof schema.readPostmortem>>("GET", "/api/incidents/{id}/postmortem");

/**
 * Saves the post-mortem. With If-Match, the save is refused if the post-mortem has changed since then; with
 * `If-None-Match: *`, it is refused if a saved post-mortem exists.
 */
export const writePostmortem = call<Shape<typeof schema.writePostmortem>>("PUT", "/api/incidents/{id}/postmortem");

/** Returns the health of the incident's resources over time, and the changes. */
export const replay = call<Shape<typeof schema.replay>>("GET", "/api/incidents/{id}/replay");

/** Returns one HTML file that can be opened offline. */
export const exportHtml = call<Shape<typeof schema.exportIncident>>("GET", "/api/incidents/{id}/export.html");

/** Returns a zip file with the incident, its resources and its post-mortem. */
export const exportZip = call<Shape<typeof schema.exportIncident>>("GET", "/api/incidents/{id}/export.zip");

/** Returns the same file at the path that existing clients use. */
export const snapshotIncident = call<Shape<typeof schema.exportIncident>>("GET", "/api/snapshot/incident/{id}");

export type Postmortem = Shape<typeof schema.readPostmortem>["answer"];
export type IncidentReplay = Shape<typeof schema.replay>["answer"];
