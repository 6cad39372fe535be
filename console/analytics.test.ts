import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseAnalytics, track } from "./analytics.ts";

const world = globalThis as { $crisp?: unknown; Intercom?: unknown };
const crisp = { push: vi.fn<(command: unknown) => unknown>() };
const intercom = vi.fn<(command: string, name: string) => unknown>();
const request = vi.spyOn(globalThis, "fetch");

beforeEach(() => {
  world.$crisp = crisp;
  world.Intercom = intercom;
});
afterEach(() => {
  chooseAnalytics([]);
  vi.clearAllMocks();
  delete world.$crisp;
  delete world.Intercom;
});

const provider = (value: string) => chooseAnalytics([{ name: "analytics.provider", value }]);

test("the console does not send events without the property analytics.provider", () => {
  track("CreatedIncident");
  chooseAnalytics([{ name: "incidents.disable", value: "true" }]);
  track("CreatedIncident");
  expect([crisp.push.mock.calls, intercom.mock.calls, request.mock.calls]).toEqual([[], [], []]);
});

test("an event is passed only to the chat widget in analytics.provider", () => {
  provider("crisp");
  track("DownloadedSnapshot");
  expect(crisp.push.mock.calls).toEqual([[["set", "session:event", [[["DownloadedSnapshot"]]]]]]);
  expect(intercom).not.toHaveBeenCalled();
  provider(" Intercom ");
  track("LinkedComponentToConfig");
  expect(intercom.mock.calls).toEqual([["trackEvent", "LinkedComponentToConfig"]]);
  expect(crisp.push).toHaveBeenCalledTimes(1);
});

test.each(["", "elsewhere", "constructor"])("the unknown provider %j gets nothing", (name) => {
  provider(name);
  track("CreatedIncident");
  expect([crisp.push.mock.calls, intercom.mock.calls]).toEqual([[], []]);
});

test("the console loads no script for a provider and ignores a missing widget", () => {
  delete world.$crisp;
  provider("crisp");
  expect(() => track("CreatedIncident")).not.toThrow();
  expect(document.querySelectorAll("script")).toHaveLength(0);
  expect(request).not.toHaveBeenCalled();
});

test("a widget that throws does not break the action", () => {
  crisp.push.mockImplementationOnce(() => {
    throw new Error("not ready");
  });
  provider("crisp");
  expect(() => track("CreatedIncident")).not.toThrow();
});

test("the events stop when the property is removed", () => {
  provider("crisp");
  chooseAnalytics([]);
  track("CreatedIncident");
  expect(crisp.push).not.toHaveBeenCalled();
});
