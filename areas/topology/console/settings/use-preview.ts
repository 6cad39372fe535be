import { useState } from "react";
import { askInLines } from "#console/client/lines.ts";
import { useDryRun } from "#console/resources/dry-run/use-dry-run.ts";
import { specOf } from "#console/resources/entries/entries.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { isSameJson } from "#lib/json/json.ts";
import { dryRun, type TopologyDryRun, type TopologyDryRunProgress } from "../../building.contract.ts";

/** Dry-runs a draft on request, not after every key press, because a dry run executes the lookups of the topology. */
export function usePreview(id: string | undefined, draft: Draft, refused?: (error: unknown) => void) {
  const body = {
    ...(id !== undefined && { id }),
    name: draft.name?.trim() || "new",
    namespace: draft.namespace?.trim() || "default",
    ...(draft.labels && { labels: draft.labels }),
    spec: { ...specOf(draft.spec) },
  };
  const [shown, setShown] = useState<typeof body>();
  const { trial, start, stop } = useDryRun<TopologyDryRun, TopologyDryRunProgress>(
    (options) => askInLines(dryRun, { body }, options),
    refused,
  );
  return {
    trial,
    isStale: trial.state === "done" && !isSameJson(shown, body),
    stop,
    start: () => {
      setShown(body);
      return start();
    },
  };
}
