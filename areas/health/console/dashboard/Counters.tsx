import { PauseMark, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Tally } from "./tally.ts";

interface CountersProps {
  /** Undefined until the first response. */
  tally: Readonly<Tally> | undefined;
  className?: string;
}

const counters = [
  { health: "healthy", meaning: "healthy", word: "passing", look: "text-muted" },
  { health: "unhealthy", meaning: "unhealthy", word: "failing", look: "text-unhealthy-text" },
  { health: "unknown", meaning: "unchecked", word: "unknown", look: "text-unchecked-text" },
  { health: "maintenance", meaning: "unknown", word: "in maintenance", look: "text-unknown-text" },
  { health: "paused", meaning: undefined, word: "paused", look: "text-unknown-text" },
] as const;

/**
 * Counts the passing and failing checks that match search, labels and tab. Other counts are shown only when they are
 * not zero.
 */
export function Counters({ tally, className = "" }: CountersProps) {
  if (!tally) return null;
  return (
    <ul
      aria-label="Health of the checks"
      className={`flex shrink-0 items-center gap-x-3 whitespace-nowrap tabular-nums max-shell:flex-wrap max-shell:gap-x-2.5 max-shell:text-meta ${className}`}
    >
      {counters
        .filter(({ health }) => health === "healthy" || health === "unhealthy" || tally[health] > 0)
        .map(({ health, meaning, word, look }) => (
          <li
            key={health}
            data-counter={word.replace(/^in /, "")}
            title={words(tally[health], word)}
            className={`flex items-center gap-1.5 max-shell:gap-1 ${tally[health] === 0 ? "text-faint" : look}`}
          >
            {!meaning ? (
              <PauseMark size={16} />
            ) : (
              // The icon keeps its shape if the number is zero, because a ring would mean unknown.
              <span className={tally[health] === 0 ? "opacity-60 grayscale" : ""}>
                <StatusMark meaning={meaning} size={16} />
              </span>
            )}
            <span className="font-semibold">{tally[health].toLocaleString("en")}</span>{" "}
            <span className="shell:max-wide:sr-only">
              {/* "in " is hidden on a phone, so that all counts fit on one line. */}
              {word.startsWith("in ") && <span className="max-shell:sr-only">in </span>}
              {word.replace(/^in /, "")}
            </span>
          </li>
        ))}
    </ul>
  );
}

const words = (count: number, word: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? "check" : "checks"} ${word}`;
