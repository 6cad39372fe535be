import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { localAgent } from "#language/local-agent.ts";
import { Origin } from "#console/resources/Origin.tsx";
import { useOriginNames } from "#console/resources/origin-names.ts";
import { originOf } from "#console/resources/resource-row.ts";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { PauseMark, StatusMark } from "#console/widgets/StatusMark.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { Tags } from "#console/widgets/Tags.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { type CheckDetail, endpointOf, labelsOf, severityOf } from "./check-query.ts";
import { healthOf, pauseOf } from "../../model.ts";
import { openWindows, type WindowRow, windowsAbout } from "./maintenance-query.ts";

const Badge = ({ title, children }: { title: string; children: string }) => (
  <span
    title={`${title}: ${children}`}
    className="inline-flex h-5 max-w-48 min-w-0 items-center rounded-sm border border-line bg-surface px-1.5 text-meta"
  >
    <span className="truncate">{children}</span>
  </span>
);

export const CheckIcon = ({ check }: { check: CheckDetail }) => (
  <TechnologyIcon name={check.icon} secondary={check.type} size={20} />
);

/** The lines below the name, in a drawer. */
export const CheckLine = ({ check }: { check: CheckDetail }) => (
  <div className="flex min-w-0 flex-col gap-y-1">
    <CheckState check={check} />
    <CheckPlace check={check} />
  </div>
);

/** Health, severity and agent. */
export function CheckState({ check }: { check: CheckDetail }) {
  const { agents: agent } = check;
  const severity = severityOf(check);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <CheckHealth check={check} />
      {severity !== undefined && (
        <span title="Severity" className="inline-flex">
          <SeverityBadge severity={severity} />
        </span>
      )}
      {agent && agent.id !== localAgent && <Badge title="Agent">{agent.name}</Badge>}
    </div>
  );
}

/** The whole endpoint, the origin and the tags. On a phone the tags are further down the page. */
export function CheckPlace({ check }: { check: CheckDetail }) {
  const isPhone = useMedia(NARROW_TABLE);
  const endpoint = endpointOf(check);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {endpoint !== undefined && (
        <span title={endpoint} className="line-clamp-3 min-w-0 font-mono text-meta wrap-anywhere">
          {endpoint}
        </span>
      )}
      {originOf(check.canaries) && <CanaryOrigin canary={check.canaries} />}
      {!isPhone && (
        // On its own line, unless there is space for several tags.
        <span className="min-w-0 grow basis-80">
          <CheckTags check={check} />
        </span>
      )}
    </span>
  );
}

/** A link to the object that created the canary. */
function CanaryOrigin({ canary }: { canary: CheckDetail["canaries"] }) {
  const names = useOriginNames(useMemo(() => [canary], [canary]));
  return (
    <span className="flex min-h-6 min-w-0 items-center text-muted">
      <Origin row={canary} names={names} />
    </span>
  );
}

/** The namespace and the labels. */
export const CheckTags = ({ check }: { check: CheckDetail }) => (
  <Tags tags={{ namespace: check.namespace || check.canaries.namespace, ...labelsOf(check) }} />
);

const looks = {
  healthy: { word: "Healthy", meaning: "healthy", look: "text-healthy-text" },
  unhealthy: { word: "Unhealthy", meaning: "unhealthy", look: "text-unhealthy-text" },
  unknown: { word: "Unknown", meaning: "unchecked", look: "text-unchecked-text" },
  maintenance: { word: "Maintenance", meaning: "unknown", look: "text-unknown-text" },
  paused: { word: "Paused", meaning: undefined, look: "text-unknown-text" },
} as const;

/** The same health as in lists. The result of the last run is in the history below. */
function CheckHealth({ check }: { check: CheckDetail }) {
  const windows = useQuery(windowsAbout(check)).data ?? NO_WINDOWS;
  const health = useClock((now) =>
    healthOf({ ...check, paused: pauseOf(check), in_maintenance: openWindows(windows, check, now).length > 0 }, now),
  );
  const { word, meaning, look } = looks[health];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${look}`}>
      {meaning ? <StatusMark meaning={meaning} /> : <PauseMark />}
      {word}
    </span>
  );
}

const NO_WINDOWS: readonly WindowRow[] = [];
