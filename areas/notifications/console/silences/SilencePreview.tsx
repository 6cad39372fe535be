import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { messageOf } from "#console/client/failure.ts";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import type { NotificationResource } from "#language/columns.ts";
import { countOf } from "#lib/text/words.ts";
import type { PreviewedMessage } from "../../silences.contract.ts";
import { MessageResource } from "../parts/MessageResource.tsx";
import { MessageStatus } from "../parts/MessageStatus.tsx";
import { previewQuery, type SilenceDraft } from "./silence-draft.ts";
import { hiddenMessages } from "./silences-query.ts";

/** The delay between the last keystroke and the preview. */
const DELAY_MS = 500;

/**
 * The messages of the last 15 days that the silence would have hidden. The server evaluates them in the same way as new
 * messages.
 */
export function SilencePreview({ draft }: { draft: SilenceDraft }) {
  const query = previewQuery(draft);
  const settled = useSettled(query ? JSON.stringify(query) : "", DELAY_MS);
  const found = useQuery({
    ...hiddenMessages(settled === "" ? {} : (JSON.parse(settled) as Record<string, string>)),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <h2 className="font-medium">Preview</h2>
      {settled === "" ? (
        <p className="text-muted">Choose a resource, a filter or selectors to see the messages that would be hidden.</p>
      ) : found.isError ? (
        <p role="alert" className="text-unhealthy-text wrap-anywhere">
          {messageOf(found.error, "The preview could not be loaded.")}
        </p>
      ) : found.data ? (
        <Hidden messages={found.data.messages} total={found.data.total} isStale={found.isPlaceholderData} />
      ) : (
        <TextSkeleton label="Preview" lines={6} />
      )}
    </section>
  );
}

interface HiddenProps {
  messages: readonly PreviewedMessage[];
  total: number | undefined;
  isStale: boolean;
}

function Hidden({ messages, total, isStale }: HiddenProps) {
  const shown = messages as readonly unknown[] as readonly ShownMessage[];
  const listed = shown.slice(0, SHOWN);
  const found = total ?? sumOf(shown);
  return (
    <div aria-busy={isStale} className={isStale ? "opacity-60" : ""}>
      <p role="status" className="mb-2">
        This silence would have hidden{" "}
        <strong className="font-semibold">
          {total === undefined && "at least "}
          {countOf(found, "message", "messages")}
        </strong>{" "}
        in the last 15 days.
      </p>
      {shown.length > 0 && (
        <ol className="flex flex-col rounded-md border border-line">
          {listed.map((message) => (
            <li
              key={message.id}
              className="flex min-w-0 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1.5 last:border-b-0"
            >
              <span className="min-w-0 flex-1 basis-28">
                <MessageResource
                  kind={message.resource_kind}
                  resource={message.resource}
                  name={message.resource_name}
                />
              </span>
              <MessageStatus status={message.status} />
              {message.count > 1 && (
                <span className="text-meta text-muted">{message.count.toLocaleString("en")} times</span>
              )}
              <span className="w-16 text-right text-meta text-muted">
                <Elapsed since={message.created_at} /> ago
              </span>
            </li>
          ))}
          {found > sumOf(listed) && (
            <li className="px-3 py-1.5 text-muted">and {(found - sumOf(listed)).toLocaleString("en")} more</li>
          )}
        </ol>
      )}
    </div>
  );
}

/** The maximum number of listed rows. A row can count repeats of a message. */
const SHOWN = 10;

const sumOf = (messages: readonly ShownMessage[]) => messages.reduce((sum, { count }) => sum + count, 0);

interface ShownMessage {
  id: string;
  status: string | null;
  count: number;
  created_at: string;
  resource_kind: string;
  resource_name: string | null;
  resource: NotificationResource | null;
}
