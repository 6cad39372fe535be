import { countOf } from "#lib/text/words.ts";
import type { SummaryRow } from "../../contract.ts";

type Counts = Pick<SummaryRow, "total" | "sent" | "error" | "suppressed" | "in_progress">;

const parts = [
  { of: "sent", label: "Sent", look: "bg-healthy" },
  { of: "error", label: "Error", look: "bg-unhealthy" },
  { of: "in_progress", label: "In progress", look: "bg-warning" },
  { of: "suppressed", label: "Suppressed", look: "bg-line-strong" },
] as const;

/** The messages of a resource by outcome. Errors are also shown as text, so that colour is not the only signal. */
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
      {counts.error > 0 && (
        <span className="shrink-0 text-meta text-unhealthy-text tabular-nums">
          {countOf(counts.error, "error", "errors")}
        </span>
      )}
    </span>
  );
}
