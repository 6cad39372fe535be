import type { ReactNode } from "react";
import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { deletedBy } from "./job-details.ts";
import { JobResource } from "./JobResource.tsx";
import type { Job } from "./jobs-query.ts";

/** The facts of a run; unknown ones are left out. */
export function JobFacts({ job }: { job: Job }) {
  const deleted = deletedBy(job.details as Readonly<Record<string, unknown>> | null);
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ["Status", <JobStatus key="status" status={job.status} />],
    ["Started", <Age key="started" since={job.time_start} />],
    ["Ended", job.time_end && <Age key="ended" since={job.time_end} />],
    ["Duration", job.duration_millis !== null && <Duration key="duration" millis={job.duration_millis} />],
    ["Success", job.success_count.toLocaleString("en")],
    ["Error", job.error_count.toLocaleString("en")],
    ["Deleted", deleted > 0 && deleted.toLocaleString("en")],
    ["Resource", job.resource_id !== null && <JobResource key="resource" job={job} />],
    ["Agent", job.agent.name],
    ["Host", job.hostname],
  ];
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 min-[768px]:grid-cols-[max-content_minmax(0,1fr)_max-content_minmax(0,1fr)]">
      {facts.map(
        ([name, value]) =>
          Boolean(value) && (
            <div key={name} className="contents">
              <dt className="flex min-h-6 items-center text-muted">{name}</dt>
              <dd className="flex min-h-6 min-w-0 items-center break-all">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
