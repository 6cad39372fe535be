// A kind of Kubernetes object that a scraper watches between its runs.
import { filled, part, text } from "#server/spec/parts.ts";

export const watchedKind = part({
  apiVersion: text.optional().meta({ label: "API version" }),
  kind: filled.meta({ label: "Kind" }),
});
