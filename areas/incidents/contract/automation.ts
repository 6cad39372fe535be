// The HTTP calls about rules, suggestions and figures of incidents.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./automation.schema.ts";

/** Returns the incidents that a rule would have opened in the last days. */
export const previewRule = call<Shape<typeof schema.previewRule>>("POST", "/api/incident_rules/preview");

/** Returns probable causes and preceding changes for the evidence, which can be attached as further evidence. */
export const suggestions = call<Shape<typeof schema.suggestions>>("GET", "/api/incidents/{id}/suggestions");

/** Returns the times to acknowledge, mitigate and resolve; as CSV with `Accept: text/csv`. */
export const figures = call<Shape<typeof schema.figures>>("GET", "/api/incidents/figures");

export type RulePreview = Shape<typeof schema.previewRule>["answer"];
export type Suggestion = Shape<typeof schema.suggestions>["answer"][number];
export type IncidentFigures = Shape<typeof schema.figures>["answer"];
