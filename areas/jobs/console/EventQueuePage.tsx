import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Page } from "#console/shell/Page.tsx";
import { Slot } from "#console/shell/Slot.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import type { Views } from "#generated/tables.ts";
import { EmptyQueue } from "./EmptyQueue.tsx";
import { eventQueue } from "./jobs-query.ts";

type Queue = Views["event_queue_summary"]["Row"];

const columns: readonly Column<Queue>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 160,
    cell: ({ name }) => <Truncated text={name} className="font-mono" />,
  },
  { id: "pending", title: "Pending Count", narrow: "labelled", width: 120, align: "right" },
  {
    id: "failed",
    title: "Error Count",
    narrow: "labelled",
    width: 104,
    align: "right",
    cell: ({ failed }) => (failed > 0 ? <span className="font-medium text-unhealthy-text">{failed}</span> : failed),
  },
  { id: "average_attempts", title: "Average Attempts", narrow: "hidden", width: 136, align: "right" },
  {
    id: "first_failure",
    title: "First Failed At",
    narrow: "hidden",
    width: 136,
    cell: ({ first_failure }) => <RowAge since={first_failure} />,
  },
  {
    id: "last_failure",
    title: "Last Failed At",
    narrow: "hidden",
    width: 136,
    cell: ({ last_failure }) => <RowAge since={last_failure} />,
  },
  {
    id: "most_common_error",
    title: "Most Common Error",
    minWidth: 152,
    cell: ({ most_common_error: error }) =>
      error === null ? null : (
        <span title={error} className="text-unhealthy-text">
          {error}
        </span>
      ),
  },
];

const queueUrl = urlState({ event: text() });

/** The page polls, because the tables of the job engine send no change events. */
const AGAIN_MS = 10_000;

/** The page with events that have not reached all their listeners, and the errors. */
export function EventQueuePage() {
  const queue = useQuery({ ...eventQueue, staleTime: 0, refetchInterval: AGAIN_MS });
  const [{ event }, change] = useUrl(queueUrl);
  const shown = useMemo(() => queue.data?.find(({ name }) => name === event), [queue.data, event]);
  return (
    <Page title="Event Queue" refresh={queue}>
      <div className="flex h-full flex-col gap-4 p-4 pb-0">
        <Slot name="event_queue.top" of={{}} />
        <div className="min-h-0 flex-1">
          <DataTable
            id="event-queue"
            caption="Event queue"
            columns={columns}
            rows={queue}
            keyOf={keyOfQueue}
            open={({ name, most_common_error }) => void (most_common_error !== null && change({ event: name }))}
            emptyState={<EmptyQueue againMs={AGAIN_MS} />}
          />
        </div>
      </div>
      <Dialog
        isOpen={event !== "" && queue.data !== undefined}
        onClose={() => void change({ event: undefined })}
        title={`Most Common Error for ${event}`}
      >
        {shown?.most_common_error ? (
          <CodeBlock code={shown.most_common_error} title="Error" isBare />
        ) : (
          <p>All deliveries of this event succeeded, some possibly after a retry.</p>
        )}
      </Dialog>
    </Page>
  );
}

const keyOfQueue = ({ name }: Queue) => name;
