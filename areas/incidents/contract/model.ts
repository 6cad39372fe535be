// API calls for working on incidents: the timeline, the state of the evidence, redaction, the incidents of a person.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./model.schema.ts";

/** Returns everything that happened around an incident, on one time scale. */
export const incidentTimeline = call<Shape<typeof schema.incidentTimeline>>("GET", "/api/incidents/{id}/timeline");

/** Returns the state of the evidence's resources when the evidence was added, and their current state. */
export const incidentEvidence = call<Shape<typeof schema.incidentEvidence>>("GET", "/api/incidents/{id}/evidence");

/** Removes the text of a comment or evidence, also from the history and from messages. */
export const redactIncidentText = call<Shape<typeof schema.redactIncidentText>>("POST", "/api/incidents/redact");

/** Returns the open incidents that concern the caller. */
export const myIncidents = call<Shape<typeof schema.myIncidents>>("GET", "/api/incidents/mine");

/** Returns the values that the system of a team offers for a new ticket. */
export const responderChoices = call<Shape<typeof schema.responderChoices>>("GET", "/api/incidents/responders/choices");

export type ResponderChoices = Shape<typeof schema.responderChoices>["answer"];
export type MyIncident = Shape<typeof schema.myIncidents>["answer"][number];
export type IncidentTimeline = Shape<typeof schema.incidentTimeline>["answer"];
export type TimelineEntry = IncidentTimeline["entries"][number];
export type IncidentEvidence = Shape<typeof schema.incidentEvidence>["answer"][number];
