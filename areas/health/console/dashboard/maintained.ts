// Marks the checks that are in maintenance, according to the windows in the summary.
import { maintenanceAt, type MaintenanceWindow } from "../../maintenance.ts";
import type { Check } from "./check.ts";

const marked = new WeakMap<Check, Check>();

/**
 * Returns the checks, with checks in maintenance marked. An unchanged row stays the same object, so that it is not
 * rendered again.
 */
export function withMaintenance(
  checks: readonly Check[],
  windows: readonly MaintenanceWindow[],
  now: number,
): readonly Check[] {
  const isMaintained = maintenanceAt(windows, now);
  if (!isMaintained) return checks;
  return checks.map((check) =>
    isMaintained({ checkId: check.id, canaryId: check.canary_id, labels: check.labels }) ? mark(check) : check,
  );
}

function mark(check: Check): Check {
  const known = marked.get(check) ?? { ...check, in_maintenance: true };
  marked.set(check, known);
  return known;
}
