import { useQuery } from "@tanstack/react-query";
import type { Slots } from "#console/shell/area.ts";
import { JobDialog } from "./JobDetails.tsx";
import { typesOfKind } from "#console/resources/job-resource.ts";
import { newestJob } from "./jobs-query.ts";

/** The last run of a resource, shown over the list of resources. */
export function NewestJob({ id, kind, close }: Slots["resource.job"]) {
  const found = useQuery(newestJob(id, typesOfKind(kind)));
  return <JobDialog isOpen job={found.data?.[0]} found={found} close={close} />;
}
