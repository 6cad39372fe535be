// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast, toasts } from "./toast.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.shown()) toast.dismiss(id);
  vi.useRealTimers();
});

const shown = () => toasts.shown().map(({ kind, message }) => `${kind}: ${message}`);

test("a message goes by itself after five seconds", () => {
  toast.success("Saved");
  vi.advanceTimersByTime(4999);
  expect(shown()).toEqual(["success: Saved"]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test("what is loading stays until it is settled, in its place", () => {
  const id = toast.loading("Saving");
  toast.error("Other");
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["loading: Saving"]);
  toast.settle(id, "success", "Saved");
  expect(shown()).toEqual(["success: Saved"]);
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
});

test("clocks stand still while somebody reads", () => {
  toast.error("Read me");
  vi.advanceTimersByTime(3000);
  toasts.hold();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["error: Read me"]);
  toasts.release();
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([]);
});

test("whoever draws them is told of every change", () => {
  const heard = vi.fn<() => void>();
  const stop = toasts.subscribe(heard);
  const id = toast.success("A");
  toast.dismiss(id);
  stop();
  toast.success("B");
  expect(heard).toHaveBeenCalledTimes(2);
});
