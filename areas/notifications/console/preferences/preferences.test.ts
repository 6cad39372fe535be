import { expect, test } from "vitest";
import { changeOf, draftOf, preferenceProblems } from "./preferences-draft.ts";

const none = { channels: null, time_zone: null, quiet_from: null, quiet_until: null, quiet_days: null, email: "a@b.c" };

test("preferences without quiet hours are sent without times, and with the time zone of the person", () => {
  const draft = draftOf(none, "Europe/Berlin");
  expect(draft).toMatchObject({ channels: [], isQuiet: false, timeZone: "Europe/Berlin" });
  expect(changeOf(draft)).toEqual({
    channels: [],
    time_zone: "Europe/Berlin",
    quiet_from: null,
    quiet_until: null,
    quiet_days: null,
  });
});

test("a selection of all days is sent as null, a selection of some days as a list, and empty channel fields are left out", () => {
  const draft = { ...draftOf(none, "UTC"), isQuiet: true };
  expect(changeOf(draft)).toMatchObject({ quiet_from: "22:00", quiet_until: "07:00", quiet_days: null });
  expect(changeOf({ ...draft, days: [6, 7] })).toMatchObject({ quiet_days: [6, 7] });
  const channel = { name: "", connection: "connection://default/chat", url: undefined, properties: undefined };
  expect(changeOf({ ...draft, channels: [channel] }).channels).toEqual([{ connection: "connection://default/chat" }]);
});

test("a channel needs an address, and quiet hours need two different times and a day", () => {
  const draft = draftOf(none, "UTC");
  const channel = { name: "phone", connection: undefined, url: undefined, properties: undefined };
  expect(preferenceProblems({ ...draft, channels: [channel] })).toEqual({
    channels: { 0: "Choose a connection or enter an address" },
  });
  const quiet = { ...draft, isQuiet: true };
  expect(preferenceProblems(quiet)).toEqual({});
  expect(preferenceProblems({ ...quiet, until: quiet.from }).quiet).toBe("The end must differ from the start");
  expect(preferenceProblems({ ...quiet, days: [] }).quiet).toBe("Choose at least one day");
  expect(preferenceProblems({ ...draft, until: draft.from })).toEqual({});
});
