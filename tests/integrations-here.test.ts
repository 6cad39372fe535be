// Tests that the resources of the button Create in Quarterdeck are valid: the schemas that validate saves accept them and
// know every field.
import { expect, test } from "vitest";
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import { scrapingWith } from "#areas/catalog/server/scraping.ts";
import { canarySpec } from "#areas/health/server/index.ts";
import { chartNames } from "#areas/integrations/charts.ts";
import { canRunHere, connectionTypeOf, hereResources } from "#areas/integrations/console/wizard/here.ts";
import { topologySpec } from "#areas/topology/server/spec.ts";
import { connectionTypes } from "#areas/connections/server/types/index.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";

const schemas = { config_scrapers: scrapingWith(scraperKinds).spec, canaries: canarySpec, topologies: topologySpec };
const draft = { name: "north", namespace: "default", interval: "30m", connection: "connection://default/north" };

test("Kubernetes, Flux and Prometheus can be added in Quarterdeck, with resources that can be saved", () => {
  const here = chartNames.filter(canRunHere);
  expect(here).toEqual(["prometheus", "flux", "kubernetes"]);
  for (const chart of here) {
    expect(connectionTypes.map(({ type }) => type)).toContain(connectionTypeOf(chart));
    const resources = hereResources(chart, draft);
    expect(resources.at(-1)!.table).toBe("topologies");
    for (const { table, row } of resources) {
      const parsed = schemas[table].safeParse(row.spec);
      expect([chart, table, parsed.error?.issues ?? []]).toEqual([chart, table, []]);
      expect([chart, table, unknownFields(schemas[table], row.spec)]).toEqual([chart, table, []]);
    }
  }
});
