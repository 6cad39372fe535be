// Specs of every kind of check and scraper, and of a topology, with a marker in every field that can hold a credential.
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import { checkKinds } from "#areas/health/server/checks/index.ts";
import { markedSpec, markerStart } from "./marked-specs.ts";

/** Fields that some kinds need in order to run. */
const requiredFields: Record<string, Record<string, unknown>> = {
  exec: { script: "env; echo $EXTRA" },
  quarterdeck: { of: "http" },
};

export const marked = (name: string) => `${markerStart}0x${name}Q7`;

/** The server at this address receives the credentials of the specs. */
export function specsOfEveryKind(address: string) {
  const checkSpecs = checkKinds.map((kind) => ({
    kind,
    ...markedSpec(kind.spec, {
      name: `n-${kind.type}`,
      address,
      requiredFields: requiredFields[kind.type] ?? {},
    }),
  }));
  const scraperSpecs = scraperKinds.map((kind) => ({
    kind,
    ...markedSpec(kind.spec, {
      name: `n-${kind.type}`,
      address,
      requiredFields: requiredFields[kind.type] ?? {},
    }),
  }));

  const canaryOf = ({ kind, spec }: (typeof checkSpecs)[number]) => ({
    schedule: "@every 24h",
    env: { SHARED: { value: `${markerStart}sharedQ7` } },
    [kind.type]: kind.isPassive === true ? spec : [spec],
  });
  const scraperOf = ({ kind, spec }: (typeof scraperSpecs)[number]) => ({
    schedule: "@every 24h",
    [kind.type]: [spec],
  });

  /** These checks certainly reach the server, even if the generated specs of their kinds do not. */
  const simpleCanary = {
    schedule: "@every 24h",
    http: [
      {
        name: "basic",
        url: `${address}/?token=${marked("query")}`,
        username: "ada",
        password: { value: marked("basic") },
      },
      { name: "bearer", url: address, bearer: marked("bearer"), headers: [{ name: "X-Any", value: marked("header") }] },
      { name: "body", url: address, method: "POST", body: `{"password": "${marked("body")}"}` },
      { name: "address", url: address.replace("//", `//ada:${marked("address")}@`) },
    ],
    prometheus: [{ name: "prometheus", url: address, query: "up", bearer: { value: marked("prometheus") } }],
  };

  /** A topology with a lookup by every kind of check, an inline canary and a push. */
  const topologySpec = {
    schedule: "@every 24h",
    components: [
      ...checkSpecs.map((generated) => ({ name: `c-${generated.kind.type}`, lookup: canaryOf(generated) })),
      {
        name: "c-inline",
        tooltip: `postgres://ada:${marked("tooltip")}@quay/ships`,
        checks: [{ inline: simpleCanary }],
        properties: [{ name: "p", lookup: simpleCanary }],
      },
    ],
    push: { url: address, bearer: marked("push"), headers: [{ name: "X-Any", value: marked("pushed") }] },
  };

  return { checkSpecs, scraperSpecs, canaryOf, scraperOf, simpleCanary, topologySpec };
}
