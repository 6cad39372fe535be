// @vitest-environment node
import { describe, expect, test } from "vitest";
import { concerns, type MaintenanceWindow, openUntil } from "../../maintenance.ts";
import { newMaintenance, problemsOf, rowOf } from "./maintenance-draft.ts";

const now = Date.UTC(2026, 10, 15, 12, 3);
const draft = newMaintenance("login", now);
const ids = { checkId: "check", canaryId: "canary" };

describe("a new maintenance window", () => {
  test("defaults to one hour from now, and is stored for the check", () => {
    expect(problemsOf(draft, now)).toEqual({});
    expect(rowOf(draft, ids)).toEqual({
      name: "Maintenance of login",
      check_id: "check",
      ends_at: "2026-11-15T13:05:00.000Z",
    });
  });

  test("a new maintenance window with a schedule has a duration instead of an end", () => {
    const recurring = { ...draft, when: "recurring" as const, about: "canary" as const };
    expect(problemsOf(recurring, now)).toEqual({});
    expect(rowOf(recurring, ids)).toEqual({
      name: "Maintenance of login",
      canary_id: "canary",
      schedule: "0 2 * * 0",
      duration_minutes: 60,
    });
  });

  test("reports missing and invalid fields", () => {
    expect(problemsOf({ ...draft, name: " ", until: undefined }, now)).toEqual({
      name: "This field is required",
      until: "This field is required",
    });
    expect(problemsOf({ ...draft, until: "2026-11-15T12:00:00Z" }, now)).toEqual({
      until: "This time has already passed",
    });
    expect(problemsOf({ ...draft, from: "2026-11-16T00:00:00Z" }, now)).toEqual({
      until: "The end must be after the start",
    });
    const recurring = { ...draft, when: "recurring" as const };
    expect(problemsOf({ ...recurring, schedule: "@every 1h", minutes: 0 }, now)).toEqual({
      schedule: "Enter a schedule, such as 0 2 * * 0 or @daily",
      minutes: "Enter 1 to 10,080 minutes (one week)",
    });
    expect(problemsOf({ ...recurring, schedule: "nonsense" }, now).schedule).toMatch(/is not a schedule/);
  });
});

describe("an open window", () => {
  const window = (fields: Partial<MaintenanceWindow>): MaintenanceWindow => ({
    check_id: "check",
    canary_id: null,
    label_selector: null,
    starts_at: "2026-11-15T11:00:00Z",
    ends_at: null,
    schedule: null,
    duration_minutes: null,
    ...fields,
  });

  test("a one-time window is open from its start to its end", () => {
    const once = window({ ends_at: "2026-11-15T13:00:00Z" });
    expect(openUntil(once, now)).toBe(Date.UTC(2026, 10, 15, 13));
    expect(openUntil(once, Date.UTC(2026, 10, 15, 10))).toBeUndefined();
    expect(openUntil(once, Date.UTC(2026, 10, 15, 13))).toBeUndefined();
  });

  test("a recurring window is open for its duration after each start", () => {
    const daily = window({ schedule: "0 12 * * *", duration_minutes: 10 });
    expect(openUntil(daily, now)).toBe(Date.UTC(2026, 10, 15, 12, 10));
    expect(openUntil(daily, Date.UTC(2026, 10, 15, 12, 10))).toBeUndefined();
    expect(openUntil({ ...daily, schedule: "no schedule" }, now)).toBeUndefined();
  });

  test("a window applies to a check, to a canary, or to checks with matching labels", () => {
    const about = { checkId: "check", canaryId: "canary", labels: { app: "web" } };
    expect(concerns(window({}), about, now)).toBe(true);
    expect(concerns(window({ check_id: "other" }), about, now)).toBe(false);
    expect(concerns(window({ check_id: null, canary_id: "canary" }), about, now)).toBe(true);
    const byLabel = (label_selector: string) => window({ check_id: null, label_selector });
    expect(concerns(byLabel("app=web"), about, now)).toBe(true);
    expect(concerns(byLabel("app!=web"), about, now)).toBe(false);
    expect(concerns(byLabel("((("), about, now)).toBe(false);
  });
});
