import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { oneRun } from "./check-query.ts";
import { type Part, partsOf } from "./run-parts.ts";
import { RunMark } from "./RunMark.tsx";
import { Timings } from "./Timings.tsx";

interface RunDetailsProps {
  checkId: string;
  name: string;
  /** When it ran; empty for none. */
  time: string;
  close: () => void;
}

/** One run with all that is kept of it. */
export function RunDetails({ checkId, name, time, close }: RunDetailsProps) {
  const found = useQuery({ ...oneRun(checkId, time), enabled: time !== "" });
  const timeZone = useTimeZone();
  const run = found.data;
  return (
    <Dialog isOpen={time !== ""} onClose={close} size="large" title={`Run of ${name}`}>
      {run ? (
        <div className="flex flex-col gap-5">
          {partsOf(run, timeZone).map((part) => (
            <section key={part.id} aria-label={part.title} className="min-w-0">
              <h3 className="mb-1.5 flex items-center gap-2 font-medium">
                {part.id === "run" && <RunMark run={run} />}
                {part.title}
              </h3>
              <PartContent part={part} />
            </section>
          ))}
        </div>
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

function PartContent({ part }: { part: Part }) {
  switch (part.kind) {
    case "text":
      return <CodeBlock code={part.text} language={part.language} title={part.title} isBare />;
    case "timings":
      return <Timings steps={part.pairs} />;
    case "pairs":
      return (
        <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-6 border-t border-line">
          {part.pairs.map(({ name, text }, index) => (
            <div key={`${name} ${index}`} className="col-span-2 grid grid-cols-subgrid border-b border-line py-1">
              <dt className="max-w-64 text-muted wrap-anywhere">{name}</dt>
              <dd className="min-w-0 whitespace-pre-wrap tabular-nums wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      );
  }
}
