// The HTTP calls of the Add Integration dialog.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Returns the name of a Helm chart and the JSON schema of its values. */
export const chart = call<Shape<typeof schema.chart>>("GET", "/api/integrations/charts/{name}");

export type Chart = Shape<typeof schema.chart>["answer"];

interface Previewed<Body, Answer> {
  params: undefined;
  query: undefined;
  body: Body;
  answer: Answer;
}

interface Written {
  name: string;
  namespace: string;
  spec: Readonly<Record<string, unknown>>;
}

/** The dry run of a scraper. The call belongs to the catalog area; the preview of an integration reads these fields. */
export const previewScraper = call<
  Previewed<Written, { items: readonly { type: string; name: string }[]; errors: readonly string[] }>
>("POST", "/api/catalog/scrapers/dry-run");

/** Runs a check once without saving it. The call belongs to the health area. */
export const previewCheck = call<
  Previewed<Written & { check: { type: string } }, { pass: boolean; message: string; error: string }>
>("POST", "/api/canary/try");
