import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { oneRun } from "./check-query.ts";
import { partsOf } from "./run-parts.ts";
import { RunParts } from "./RunParts.tsx";

interface RunDetailsProps {
  checkId: string;
  name: string;
  /** Time of the run; empty for none. */
  time: string;
  close: () => void;
}

/** A run with all its stored details. */
export function RunDetails({ checkId, name, time, close }: RunDetailsProps) {
  const found = useQuery({ ...oneRun(checkId, time), enabled: time !== "" });
  const timeZone = useTimeZone();
  const run = found.data;
  return (
    <Dialog isOpen={time !== ""} onClose={close} size="large" title={`Run of ${name}`}>
      {run ? (
        <RunParts parts={partsOf(run, timeZone)} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : run === null ? (
        <p>This run is no longer in the history. Older runs are removed after a while.</p>
      ) : (
        <TextSkeleton label="The run" lines={8} />
      )}
    </Dialog>
  );
}
