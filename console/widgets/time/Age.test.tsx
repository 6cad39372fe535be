import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dateFormat, timeZone } from "#console/preferences/preferences.ts";
import { draw } from "#tests/console/draw.ts";
import { Age, RowAge } from "./Age.tsx";
import { Elapsed } from "./Timestamp.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-15T10:30:00Z"), toFake: ["Date", "setInterval", "clearInterval"] });
  timeZone.set("Asia/Kathmandu");
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const since = "2026-11-15T09:30:45.120Z";

test("SH-38 SH-39 an age is updated when the format or the time zone changes, even in another tab", async () => {
  const { element } = await draw(<Age since={since} />);
  const time = () => element.querySelector("time");
  expect(time()?.textContent).toBe("2026-11-15 15:15:45.120");
  expect(time()?.title).toBe("2026-11-15 15:15:45.120");
  await act(async () => dateFormat.set("short"));
  expect(time()?.textContent).toBe("59m");
  expect(time()?.title).toBe("2026-11-15 15:15:45.120");
  await act(async () => dateFormat.set("medium"));
  expect(time()?.textContent).toBe("15:15:45");
  await act(async () => {
    localStorage.setItem("datetime_preference", "full");
    localStorage.setItem("display_timezone_preference", "UTC");
    dispatchEvent(new StorageEvent("storage", { key: "datetime_preference" }));
    dispatchEvent(new StorageEvent("storage", { key: "display_timezone_preference" }));
  });
  expect(time()?.textContent).toBe("Nov 15 09:30:45");
});

test("a short age updates automatically", async () => {
  dateFormat.set("short");
  const { element } = await draw(<Age since={since} />);
  expect(element.textContent).toBe("59m");
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(element.textContent).toBe("1h");
});

test("Elapsed shows a duration in every format", async () => {
  const { element } = await draw(<Elapsed since={since} />);
  expect(element.textContent).toBe("59m");
});

test("SH-38 a list shows ages until the person chooses a format", async () => {
  const { element } = await draw(<RowAge since={since} />);
  expect(element.textContent).toBe("59m ago");
  expect(element.querySelector("time")?.title).toBe("2026-11-15 15:15:45.120");
  await act(async () => dateFormat.set("timestamp"));
  expect(element.textContent).toBe("2026-11-15 15:15:45.120");
  await act(async () => dateFormat.set("short"));
  expect(element.textContent).toBe("59m ago");
});

test("an age below a second is shown as “just now”", async () => {
  const { element } = await draw(<RowAge since="2026-11-15T10:30:00Z" />);
  expect(element.textContent).toBe("just now");
  await act(async () => vi.advanceTimersByTime(2000));
  expect(element.textContent).toBe("2s ago");
});

test("an age with both start and end shows the duration between them", async () => {
  const { element, redraw } = await draw(<Age since={since} to="2026-11-15T09:30:45.540Z" />);
  expect(element.textContent).toBe("420ms");
  await redraw(<Age since={since} to="2026-11-15T11:31:45.120Z" />);
  expect(element.textContent).toBe("2h");
});

test.each([null, undefined, "", "0001-01-01T00:00:00Z", "never"])(
  "FM-05 shows nothing for the invalid date %s",
  async (invalid) => {
    const { element } = await draw(<Age since={invalid} />);
    expect(element.textContent).toBe("");
  },
);
