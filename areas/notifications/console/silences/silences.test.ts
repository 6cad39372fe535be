import { expect, test } from "vitest";
import { absoluteRange, relativeRange } from "#lib/time/time-range.ts";
import {
  emptySilence,
  NEEDS_TARGET,
  previewQuery,
  silenceDraftOf,
  silenceProblems,
  silenceRow,
} from "./silence-draft.ts";
import { attributesOf } from "./silenced-parents.ts";
import { silenceState } from "./silence-state.ts";
import type { SilenceRow } from "./silences-query.ts";

const now = Date.parse("2026-11-17T12:00:00Z");
const clock = { now, timeZone: "UTC" };
const draft = { ...emptySilence, name: "quiet", id: "1" };

test("a silence with a relative range begins immediately, a silence with an absolute range at its start time", () => {
  expect(silenceRow({ ...draft, range: relativeRange("now+2h") }, clock)).toMatchObject({
    from: null,
    until: "2026-11-17T14:00:00.000Z",
    config_id: "1",
    check_id: null,
  });
  const range = absoluteRange("2026-11-18 10:00", "2026-11-18 12:00");
  expect(silenceRow({ ...draft, range }, clock)).toMatchObject({
    from: "2026-11-18T10:00:00.000Z",
    until: expect.stringMatching(/^2026-11-18T12:00/),
  });
  expect(silenceRow({ ...draft, range: undefined }, clock)).toMatchObject({ until: null });
});

test("a silence needs a name, a target and an end in the future; a recurring silence needs a schedule", () => {
  expect(silenceProblems(draft, clock)).toEqual({});
  expect(silenceProblems({ ...draft, name: " ", id: undefined }, clock)).toEqual({
    name: "Must specify a unique name",
    target: NEEDS_TARGET,
  });
  expect(silenceProblems({ ...draft, id: undefined, filter: "true" }, clock)).toEqual({});
  const past = absoluteRange("2026-11-01 10:00", "2026-11-02 10:00");
  expect(silenceProblems({ ...draft, range: past }, clock)).toEqual({ range: "Must end in the future" });
  expect(silenceProblems({ ...draft, when: "recurring", minutes: undefined }, clock)).toEqual({
    schedule: "This field is required",
    minutes: "This field is required",
  });
});

test("the preview requests the chosen target, and sends no request without a target", () => {
  expect(previewQuery({ ...draft, id: undefined })).toBeUndefined();
  expect(
    previewQuery({ ...draft, recursive: true, selectors: [{ types: ["Pod"] }], when: "recurring", schedule: "@daily" }),
  ).toEqual({
    id: "1",
    type: "config",
    recursive: "true",
    selectors: '[{"types":["Pod"]}]',
    schedule: "@daily",
    duration_minutes: "60",
    limit: "20",
  });
});

const row = (columns: Partial<SilenceRow>) =>
  ({
    from: null,
    until: null,
    error: null,
    config_id: null,
    component_id: null,
    check_id: null,
    canary_id: null,
    ...columns,
  }) as SilenceRow;

test("the state of a silence depends on its times, its windows and its error", () => {
  const state = (columns: Partial<SilenceRow>) => silenceState(row(columns), now);
  expect(state({})).toBe("active");
  expect(state({ until: "2026-11-17T11:59:00Z" })).toBe("expired");
  expect(state({ from: "2026-11-18T00:00:00Z" })).toBe("scheduled");
  expect(state({ error: "no such function" })).toBe("broken");
  expect(state({ schedule: "0 11 * * *", duration_minutes: 120 })).toBe("active");
  expect(state({ schedule: "0 8 * * *", duration_minutes: 120 })).toBe("waiting");
  expect(state({ schedule: "0 12 * * *", duration_minutes: 30, time_zone: "Europe/Berlin" })).toBe("waiting");
});

test("the form of a stored silence shows its resource, times and windows", () => {
  const stored = row({
    name: "a",
    check_id: "7",
    until: "2026-11-20T00:00:00Z",
    from: "2026-11-10T00:00:00Z",
    recursive: true,
  });
  expect(silenceDraftOf(stored, "Europe/Berlin")).toMatchObject({
    kind: "check",
    id: "7",
    recursive: true,
    when: "once",
    range: absoluteRange("2026-11-10 01:00", "2026-11-20 01:00"),
  });
  const recurring = row({ name: "a", schedule: "@daily", duration_minutes: 15, time_zone: "UTC" });
  expect(silenceDraftOf(recurring, "UTC")).toMatchObject({
    id: undefined,
    when: "recurring",
    minutes: 15,
    range: undefined,
  });
});

test("the attributes are the kinds and tags of a resource and its ancestors, without duplicates", () => {
  const resource = (type: string, tags: Record<string, string>) => ({
    kind: "config" as const,
    id: type,
    name: type,
    type,
    tags,
  });
  expect(
    attributesOf([
      resource("Kubernetes::Namespace", { cluster: "north" }),
      resource("Kubernetes::Pod", { cluster: "north", app: "shop" }),
    ]),
  ).toEqual([
    { label: "Namespace", selector: { types: ["Kubernetes::Namespace"] } },
    { label: "Pod", selector: { types: ["Kubernetes::Pod"] } },
    { label: "app=shop", selector: { tagSelector: "app=shop" } },
    { label: "cluster=north", selector: { tagSelector: "cluster=north" } },
  ]);
});
