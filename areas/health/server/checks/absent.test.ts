import { expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { createLog } from "#server/log.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { writtenChecks } from "../spec/written-checks.ts";
import { readCanaries } from "../manifests/read-canaries.ts";
import { runCheck, type Surroundings } from "../run/run-check.ts";
import { whyAbsent } from "./absent.ts";
import { kindNamed } from "./index.ts";

const later = "gcs jmeter restic databaseBackup cloudwatch awsConfig awsConfigRule azureDevops dynatrace pubsub".split(
  " ",
);
const retired = "gitProtocol docker dockerPush containerd containerdPush helm pod namespace".split(" ");

const around = {
  env: {},
  log: await createLog({ logLevel: "silent", logFormat: "json" }),
  outbound: () => createOutbound(),
} as unknown as Surroundings;

test("keeps check types that this version cannot run, and reports the reason when such a check is run", async () => {
  const types = [...later, ...retired];
  const written = types.map((type) => `  ${type}: [{ name: kept-${type}, whatever: { it: holds } }]`);
  const { canaries, faults } = readCanaries(
    ["apiVersion: canaries.flanksource.com/v1", "kind: Canary", "metadata: { name: old }", "spec:", ...written].join(
      "\n",
    ),
  );
  expect(faults).toEqual([]);
  const checks = writtenChecks({ spec: canaries[0]!.spec as Json, namespace: "default" });
  expect(checks.map(({ name }) => name)).toEqual(types.map((type) => `kept-${type}`));
  expect(checks[0]!.spec).toEqual({ name: "kept-gcs", whatever: { it: "holds" } });
  for (const check of checks) {
    const canary = { id: "", name: "old", namespace: "default", labels: {}, spec: {}, trust: "operator" as const };
    const result = await runCheck({ ...check, id: "", description: undefined, labels: {}, canary }, around, {
      signal: AbortSignal.timeout(5_000),
    });
    expect(result).toMatchObject({ verdict: "unhealthy", isInvalid: true, error: whyAbsent(check.type) });
    expect(kindNamed(check.type)).toBeUndefined();
  }
  expect(later.map(whyAbsent)).toEqual(later.map(() => expect.stringContaining("by this version of Quarterdeck yet")));
  expect(retired.map(whyAbsent)).toEqual(retired.map(() => expect.stringMatching(/no longer run\. Use /)));
});
