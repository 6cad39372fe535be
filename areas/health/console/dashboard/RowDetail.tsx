import { displayName } from "../../model.ts";
import { type Check, healthAt } from "./check.ts";
import { useKnownClock } from "./frozen-clock.ts";
import { useHealthReason } from "./HealthMark.tsx";
import { useRowFigures } from "./RowFigures.tsx";

/** The line below the name of a check: the reason if it is not passing, otherwise its description or target. */
export function RowDetail({ check }: { check: Check }) {
  const { text, isError } = useCheckDetail(check, useRowFigures().reasons.get(check.id));
  // Aligned with the text of the name, which follows an icon.
  return (
    <span title={text} className={`pl-6 ${isError ? "text-unhealthy-text" : ""}`}>
      {text}
    </span>
  );
}

export function useCheckDetail(check: Check, error: string | undefined): { text: string; isError: boolean } {
  const isError = useKnownClock((now) => healthAt(check, now)) === "unhealthy";
  const excuse = useHealthReason(check);
  return { text: excuse || (isError ? (error ?? "") : "") || aboutOf(check), isError };
}

/** The description or the target, whichever is not already the name. */
const aboutOf = (check: Check) =>
  [check.description, check.endpoint].find((text) => text && text !== displayName(check)) ?? "";
