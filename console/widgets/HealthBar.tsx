import { AddressLink } from "./AddressLink.tsx";
import type { Counts } from "#language/columns.ts";
import { capitalise } from "#lib/text/words.ts";
import { PauseMark, StatusMark } from "./StatusMark.tsx";

interface HealthBarProps {
  /** The name of the counted items, used as the accessible name. */
  label: string;
  counts: Counts | null | undefined;
  /** The page that lists the items with this health. */
  hrefOf?: (health: string) => string;
  /** Whether a filter hides the items of this health. Their count has no colour, and phones do not show it. */
  isMuted?: (health: string) => boolean;
  /** Shows the words next to the numbers, if there is space. */
  hasWords?: boolean;
}

const order = ["unhealthy", "warning", "healthy", "unknown", "paused"] as const;
type Part = (typeof order)[number];

const looks: Readonly<Record<Part, string>> = {
  healthy: "bg-healthy/15 text-healthy-text",
  unhealthy: "bg-unhealthy/15 text-unhealthy-text",
  warning: "bg-warning/15 text-warning-text",
  unknown: "bg-sunken text-unknown-text",
  paused: "bg-sunken text-unknown-text",
};

/** Counts by health as a row of marks, with unhealthy first. */
export function HealthBar({ label, counts, hrefOf, isMuted, hasWords = false }: HealthBarProps) {
  const parts = partsOf(counts ?? {});
  if (parts.length === 0) return null;
  return (
    <ul aria-label={label} className="flex h-5 w-full min-w-0 gap-1 overflow-hidden">
      {parts.map(({ health, count }) => {
        const isHidden = isMuted?.(health) ?? false;
        const text = `${capitalise(health)}: ${count.toLocaleString("en")}${isHidden ? ", hidden by the filter" : ""}`;
        const look = `flex h-full items-center gap-1 rounded-full px-1.5 text-meta tabular-nums ${isHidden ? "text-muted grayscale" : looks[health]}`;
        const content = (
          <>
            {health === "paused" ? <PauseMark size={11} /> : <StatusMark meaning={health} size={11} />}
            <span className="sr-only">{capitalise(health)}: </span>
            {printShort(count)}
            {hasWords && (
              <span aria-hidden className="max-shell:hidden">
                {health}
                {isHidden && ", hidden"}
              </span>
            )}
          </>
        );
        return (
          <li key={health} title={text} className={`shrink-0 ${isHidden ? "max-shell:hidden" : ""}`}>
            {hrefOf ? (
              <AddressLink
                href={hrefOf(health)}
                className={`${look} -outline-offset-2 hover:underline hover:brightness-95`}
              >
                {content}
              </AddressLink>
            ) : (
              <span className={look}>{content}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Prints 9,999 in full and 12000 as 12K; the exact number is shown on hover. */
const printShort = (count: number) => (count < 10_000 ? count.toLocaleString("en") : compact.format(count));

/** Unrecognised health values count as unknown. */
function partsOf(counts: Counts) {
  const known = new Map<string, number>(order.map((health) => [health, 0]));
  for (const [health, count] of Object.entries(counts)) {
    const as = known.has(health) ? health : "unknown";
    known.set(as, known.get(as)! + count);
  }
  return order.map((health) => ({ health, count: known.get(health)! })).filter(({ count }) => count > 0);
}
