import { countOf } from "#lib/text/words.ts";
import type { SummaryRow } from "../../contract.ts";

type Counts = Pick<SummaryRow, "total" | "sent" | "error" | "suppressed" | "in_progress">;

const parts = [
  { of: "sent", label: "Sent", look: "bg-healthy" },
  { of: "error", label: "Error", look: "bg-unhealthy" },
  { of: "in_progress", label: "In progress", look: "bg-warning" },
  { of: "suppressed", label: "Suppressed", look: "bg-line-strong" },
] as const;

/** The messages of a resource by outcome. The main count is also shown as text, so that colour is not the only signal. */
export function StatisticsBar({ counts }: { counts: Counts }) {
  const shown = parts.filter(({ of }) => counts[of] > 0);
  const words = shown.map(({ of, label }) => `${label}: ${counts[of].toLocaleString("en")}`).join(", ");
  return (
    <span title={words} className="flex w-full min-w-0 items-center gap-2">
      <span
        role="img"
        aria-label={words}
        className="flex h-2 min-w-0 flex-1 gap-px overflow-hidden rounded-full bg-sunken"
      >
        {shown.map(({ of, look }) => (
          // The minimum width, so that even 1 of 10,000 messages is visible.
          <span key={of} className={`min-w-1 ${look}`} style={{ flexGrow: counts[of] }} />
        ))}
      </span>
      {/* The same width in each row, so that the bars can be compared. */}
      <span className="w-21 shrink-0 truncate text-meta tabular-nums">
        <MainCount counts={counts} />
      </span>
    </span>
  );
}

/** The errors, or without errors the sent messages, or the messages that were not sent. */
export function MainCount({ counts: { error, sent, in_progress: waiting, suppressed } }: { counts: Counts }) {
  if (error > 0) return <span className="text-unhealthy-text">{countOf(error, "error", "errors")}</span>;
  const [count, word] = sent > 0 ? [sent, "sent"] : waiting > 0 ? [waiting, "in progress"] : [suppressed, "suppressed"];
  if (count === 0) return null;
  return (
    <span className="text-muted">
      {count.toLocaleString("en")} {word}
    </span>
  );
}
