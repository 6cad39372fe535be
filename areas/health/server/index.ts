// The health area of the server: runs checks, and maintains their results.
import type { ServerArea } from "#server/area.ts";
import { ageSummaries, makePartitions, retainStatuses, rollUpDays, rollUpHours } from "./retain.ts";
import { defineKind } from "#server/kinds.ts";
import { absentEntrySchemas, entrySchemas, manifestSchemas } from "#server/schema-files.ts";
import { healthRoutes } from "./api/routes.ts";
import { absentTypes, whyAbsent } from "./checks/absent.ts";
import { checkKinds } from "./checks/index.ts";
import { removeStatic } from "./checks/kubernetes/static-objects.ts";
import { checkRunner } from "./engine/runner.ts";
import { canaryManifests } from "./manifests/canary-manifests.ts";
import { checkMetrics } from "./metrics/check-metrics.ts";
import { ownCanaries } from "./own-canaries.ts";
import { findSilence } from "./silent-webhooks.ts";
import { canarySpec } from "./spec/canary.ts";
import { check } from "./spec/check.ts";
import { checkAt } from "./spec/written-checks.ts";
import { healthTools } from "./tools.ts";
import { healthWrites } from "./writes.ts";

export { canarySpec } from "./spec/canary.ts";
export { findMaintained } from "./engine/windows.ts";
export { syncChecks } from "./engine/sync.ts";
export { receiveChecks, type ReceivedCheck } from "./api/receive-checks.ts";
export { runLookup, type LookupOwner, type LookupResult } from "./api/run-lookup.ts";
export { actingType, refuseOthers } from "./spec/only-admins.ts";
export { faultOfCanary } from "./run/fault-of-canary.ts";
export { sealedCanary } from "./spec/sealed-canary.ts";
export { momentOf, readSpan, type Span } from "./api/span.ts";

const canary = defineKind({
  family: "resource",
  type: "canaries",
  title: "Health Check",
  icon: "heart-pulse",
  spec: canarySpec,
  entryAt: checkAt,
});

export const health: ServerArea = {
  name: "health",
  routes: healthRoutes,
  jobs: [makePartitions, rollUpHours, rollUpDays, ageSummaries, retainStatuses, findSilence, removeStatic],
  services: [ownCanaries, checkRunner],
  events: [
    { name: "check.failed", title: "Check failed", isProblem: true },
    { name: "check.passed", title: "Check passed", ends: ["check.failed"] },
  ],
  writes: healthWrites,
  mcp: { tools: healthTools },
  manifests: [canaryManifests],
  metrics: checkMetrics,
  kinds: [canary, ...checkKinds],
  schemas: [
    ...manifestSchemas({
      names: ["canary"],
      kind: "Canary",
      apiVersion: "canaries.flanksource.com/v1",
      spec: canarySpec,
    }),
    ...entrySchemas("health", checkKinds),
    ...absentEntrySchemas("health", { types: absentTypes, spec: check({}), why: whyAbsent }),
  ],
};
