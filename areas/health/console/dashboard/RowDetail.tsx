import { displayName } from "../../model.ts";
import { type Check, healthAt } from "./check.ts";
import { useKnownClock } from "./frozen-clock.ts";
import { useHealthReason } from "./HealthMark.tsx";
import { useRowFigures } from "./RowFigures.tsx";

/** The line below the name of a check: the reason if it is not passing, otherwise its description or target. */
export function RowDetail({ check }: { check: Check }) {
  const isFailing = useKnownClock((now) => healthAt(check, now)) === "unhealthy";
  const error = useRowFigures().reasons.get(check.id);
  const excuse = useHealthReason(check);
  const reason = excuse || (isFailing ? (error ?? "") : "");
  // Aligned with the text of the name, which follows an icon.
  const text = reason || aboutOf(check);
  return (
    <span title={text} className={`pl-6 ${isFailing ? "text-unhealthy-text" : ""}`}>
      {text}
    </span>
  );
}

/** The description or the target, whichever is not already the name. */
const aboutOf = (check: Check) =>
  [check.description, check.endpoint].find((text) => text && text !== displayName(check)) ?? "";
