import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { printJobName } from "#console/widgets/badge/JobStatus.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { type Tab, Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { errorsOf, reconcileSummaryOf, scrapeSummaryOf } from "./job-details.ts";
import { JobFacts } from "./JobFacts.tsx";
import { type Job, oneJob } from "./jobs-query.ts";
import { ScrapedTypes } from "./ScrapedTypes.tsx";

interface JobDetailsProps {
  /** The id of the open run; empty if none is open. */
  id: string;
  /** The run, if the list has loaded it. */
  known: Job | undefined;
  close: () => void;
}

/** One run: its facts and its results. */
export function JobDetails({ id, known, close }: JobDetailsProps) {
  const found = useQuery({ ...oneJob(id), enabled: id !== "" && !known });
  return <JobDialog isOpen={id !== ""} job={known ?? found.data?.[0]} found={found} close={close} />;
}

interface JobDialogProps {
  isOpen: boolean;
  job: Job | undefined;
  /** The query for the run. */
  found: UseQueryResult;
  close: () => void;
}

export function JobDialog({ isOpen, job, found, close }: JobDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="large"
      title={job ? `Details for job ${printJobName(job.name)}` : "Details for job"}
    >
      {job ? (
        <Details job={job} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.isSuccess ? (
        <p>This run is no longer in the history. Older runs are removed after newer ones have been recorded.</p>
      ) : (
        <TextSkeleton label="The run" lines={6} />
      )}
    </Dialog>
  );
}

function Details({ job }: { job: Job }) {
  const [first, ...others] = tabsOf(job);
  return (
    <div className="flex flex-col gap-4">
      <JobFacts job={job} />
      {first ? (
        <Tabs label="Results of the run" param="details" tabs={[first, ...others]} />
      ) : (
        <p className="text-muted">{job.status === "RUNNING" ? "The job is still running." : "No details found"}</p>
      )}
    </div>
  );
}

/** Returns the tabs that have content. */
function tabsOf({ details }: Job): Tab[] {
  // The content of rows from other programs is not validated.
  const content = details as Readonly<Record<string, unknown>> | null;
  const errors = errorsOf(content);
  const scraped = scrapeSummaryOf(content);
  const reconciled = reconcileSummaryOf(content);
  return [
    ...(errors.length > 0
      ? [{ value: "errors", label: "Errors", count: errors.length, draw: () => <Errors errors={errors} /> }]
      : []),
    ...(scraped ? [{ value: "scrape", label: "Scrape Summary", draw: () => <ScrapedTypes summary={scraped} /> }] : []),
    ...(reconciled !== undefined
      ? [
          {
            value: "reconcile",
            label: "Reconcile Summary",
            draw: () => <DataViewer value={reconciled} title="Reconcile Summary" className="mt-3 max-h-[50dvh]" />,
          },
        ]
      : []),
  ];
}

const Errors = ({ errors }: { errors: ReturnType<typeof errorsOf> }) => (
  <ol className="flex flex-col gap-2 pt-3">
    {errors.map(({ about, text }, index) => (
      <li key={index}>
        <CodeBlock code={text} title={about ?? `Error ${index + 1}`} isBare={about === undefined} />
      </li>
    ))}
  </ol>
);
