import { useQuery } from "@tanstack/react-query";
import type { Slots } from "#console/shell/area.ts";
import { JobDialog } from "./JobDetails.tsx";
import { typesOfKind } from "./job-resource.ts";
import { newestJob } from "./jobs-query.ts";

/** What ran last for a resource, over the list that has it. */
export function NewestJob({ id, kind, close }: Slots["resource.job"]) {
  const found = useQuery(newestJob(id, typesOfKind(kind)));
  return <JobDialog isOpen job={found.data?.[0]} found={found} close={close} />;
}
