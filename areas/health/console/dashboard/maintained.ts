// Which checks are in maintenance at a moment, by the windows that come with the summary.
import { concernedBy, type MaintenanceWindow, openUntil } from "../../maintenance.ts";
import type { Check } from "./check.ts";

const marked = new WeakMap<Check, Check>();

/** The checks, those in maintenance marked. A row that is as it was stays the same object, so that it is not drawn again. */
export function withMaintenance(
  checks: readonly Check[],
  windows: readonly MaintenanceWindow[],
  now: number,
): readonly Check[] {
  const tests = windows
    .filter((window) => openUntil(window, now) !== undefined)
    .map((window) => concernedBy(window, now));
  if (tests.length === 0) return checks;
  return checks.map((check) => {
    const about = { checkId: check.id, canaryId: check.canary_id, labels: check.labels };
    return tests.some((isAbout) => isAbout(about)) ? mark(check) : check;
  });
}

function mark(check: Check): Check {
  const known = marked.get(check) ?? { ...check, in_maintenance: true };
  marked.set(check, known);
  return known;
}
