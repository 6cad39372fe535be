// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast, toasts } from "./toast.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.shown()) toast.dismiss(id);
  vi.useRealTimers();
});

const shown = () => toasts.shown().map(({ kind, message }) => `${kind}: ${message}`);

test("a toast disappears after five seconds", () => {
  toast.success("Saved");
  vi.advanceTimersByTime(4999);
  expect(shown()).toEqual(["success: Saved"]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test("a loading toast stays until it is settled, and keeps its position", () => {
  const id = toast.loading("Saving");
  toast.error("Other");
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["loading: Saving"]);
  toast.settle(id, "success", "Saved");
  expect(shown()).toEqual(["success: Saved"]);
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
});

test("a toast with an action stays longer, unless the action is only a shortcut", () => {
  const run = () => {};
  toast.success("Deleted", { label: "Undo", run });
  toast.success("Linked", { label: "Open", run, isShortcut: true });
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual(["success: Deleted"]);
  vi.advanceTimersByTime(10_000);
  expect(shown()).toEqual([]);
});

test("timers stop while the person reads", () => {
  toast.error("Read me");
  vi.advanceTimersByTime(3000);
  toasts.hold();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["error: Read me"]);
  toasts.release();
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
});

test("calls listeners on every change", () => {
  const listener = vi.fn<() => void>();
  const stop = toasts.subscribe(listener);
  const id = toast.success("A");
  toast.dismiss(id);
  stop();
  toast.success("B");
  expect(listener).toHaveBeenCalledTimes(2);
});
