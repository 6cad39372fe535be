import { JobResource } from "#console/resources/JobResource.tsx";
import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import { FactList } from "#console/widgets/FactList.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { deletedBy } from "./job-details.ts";
import type { Job } from "./jobs-query.ts";

/** The facts about a run; unknown values are left out. */
export function JobFacts({ job }: { job: Job }) {
  const deleted = deletedBy(job.details as Readonly<Record<string, unknown>> | null);
  return (
    <FactList
      facts={[
        ["Status", <JobStatus key="status" status={job.status} hasRecovered={job.recovered_at !== null} />],
        ["Started", <Age key="started" since={job.time_start} />],
        ["Ended", job.time_end && <Age key="ended" since={job.time_end} />],
        ["Duration", job.duration_millis !== null && <Duration key="duration" millis={job.duration_millis} />],
        ["Success", job.success_count.toLocaleString("en")],
        ["Error", job.error_count.toLocaleString("en")],
        ["Deleted", deleted > 0 && deleted.toLocaleString("en")],
        ["Resource", job.resource_id !== null && <JobResource key="resource" job={job} />],
        ["Agent", job.agent.name],
        ["Host", job.hostname],
        ["Recovered", job.recovered_at && <Age key="recovered" since={job.recovered_at} />],
      ]}
    />
  );
}
