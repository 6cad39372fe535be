import { useCall } from "#console/client/call.ts";
import { systemOverview } from "../contract.ts";
import { NoWorkerNotice } from "./NoWorkerNotice.tsx";

/** Above a page about background work: a warning if no process does this work. */
export function NoWorker() {
  const { data } = useCall(systemOverview, {}, { relations: ["processes"] });
  return <NoWorkerNotice processes={data?.processes} />;
}
