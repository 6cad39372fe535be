import { Health, SeverityBadge, Status } from "#console/widgets/badge/Badges.tsx";
import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import { severities } from "#language/severity.ts";
import type { GalleryEntry } from "../entry.ts";

const statuses = ["Running", "CrashLoopBackOff", "Progressing", "Suspended", "could not check", "An unknown word"];

export const entry: GalleryEntry = {
  name: "Health, status, severity",
  group: "Nouns",
  states: [
    {
      name: "Health",
      draw: () => (
        <div className="flex flex-wrap gap-6">
          {(["healthy", "unhealthy", "warning", "unknown"] as const).map((health) => (
            <Health key={health} health={health} />
          ))}
        </div>
      ),
    },
    {
      name: "Status",
      draw: () => (
        <div className="flex flex-wrap gap-6">
          {statuses.map((status) => (
            <Status key={status} status={status} />
          ))}
        </div>
      ),
    },
    {
      name: "Job status",
      draw: () => (
        <div className="flex flex-wrap gap-6">
          {(["RUNNING", "SUCCESS", "WARNING", "FAILED", "STOPPED"] as const).map((status) => (
            <JobStatus key={status} status={status} />
          ))}
        </div>
      ),
    },
    {
      name: "Loud",
      draw: () => (
        <div className="flex flex-wrap gap-6">
          {statuses.map((status) => (
            <Status key={status} status={status} isLoud />
          ))}
        </div>
      ),
    },
    {
      name: "Severity",
      draw: () => (
        <div className="flex flex-wrap gap-6">
          {severities.map((severity) => (
            <SeverityBadge key={severity} severity={severity} />
          ))}
        </div>
      ),
    },
    {
      name: "Long and empty",
      draw: () => (
        <div className="w-40">
          <Status status="FailedToDeterminePersistentVolumeClaimStatus" />
          <Status status={null} />
        </div>
      ),
    },
  ],
};
