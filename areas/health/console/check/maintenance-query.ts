// The maintenance windows of a check.
import { db, rows } from "#console/client/rows.ts";
import type { Tables } from "#generated/tables.ts";
import { concerns, openUntil } from "../../maintenance.ts";
import { type CheckDetail, labelsOf } from "./check-query.ts";

export type WindowRow = Tables["maintenance_windows"]["Row"];

/** Windows for the check and its canary, and all windows with label selectors, which the console matches. */
export const windowsAbout = ({ id, canary_id }: CheckDetail) =>
  rows(["maintenance_windows", id], () =>
    db
      .from("maintenance_windows")
      .select("*")
      .is("deleted_at", null)
      .or(`check_id.eq.${id},canary_id.eq.${canary_id},label_selector.not.is.null`)
      .or(`ends_at.is.null,ends_at.gt.${new Date().toISOString()}`)
      .order("starts_at"),
  );

export interface OpenWindow {
  window: WindowRow;
  /** Infinity for a window without an end. */
  until: number;
}

/** The windows that are open at a time; the window that closes last comes first. */
export function openWindows(windows: readonly WindowRow[], check: CheckDetail, now: number): readonly OpenWindow[] {
  const about = { checkId: check.id, canaryId: check.canary_id, labels: labelsOf(check) };
  return windows
    .flatMap((window) => {
      const until = concerns(window, about, now) ? openUntil(window, now) : undefined;
      return until === undefined ? [] : [{ window, until }];
    })
    .toSorted((a, b) => b.until - a.until);
}
