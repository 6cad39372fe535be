import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { messageStatuses, suppressedStatuses, waitingStatuses } from "../../model.ts";

/** Unknown statuses are shown unchanged. */
export const statusLabel = (status: string | null) =>
  (messageStatuses as Readonly<Record<string, string>>)[status ?? "pending"] ?? status ?? "";

export function statusMeaning(status: string | null): Meaning {
  if (status === "sent") return "healthy";
  if (status === "error") return "unhealthy";
  if ((waitingStatuses as readonly (string | null)[]).includes(status)) return "warning";
  return (suppressedStatuses as readonly (string | null)[]).includes(status) ? "unknown" : "unchecked";
}

/** The status of a message, as a mark and a word. */
export const MessageStatus = ({ status }: { status: string | null }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <StatusMark meaning={statusMeaning(status)} />
    <span className="truncate">{statusLabel(status)}</span>
  </span>
);

/** Labels for messages that are not the first about an event. */
export const purposeLabels: Readonly<Record<string, string>> = {
  fallback: "fallback",
  resolved: "resolved",
  digest: "digest",
};
