import { afterEach, expect, test, vi } from "vitest";
import { preference } from "./preference.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const flag = () => preference("flag", (stored) => stored === "true");

test("returns the result of parsing null if nothing is stored", () => {
  expect(flag().get()).toBe(false);
});

test("stores a value under its key, reads it back and calls listeners", () => {
  const mine = flag();
  const listener = vi.fn<() => void>();
  const stop = mine.subscribe(listener);
  mine.set(true);
  expect(localStorage.getItem("flag")).toBe("true");
  expect(mine.get()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  mine.set(false);
  expect(listener).toHaveBeenCalledTimes(1);
});

test("calls listeners on changes in another tab", () => {
  const mine = flag();
  const listener = vi.fn<() => void>();
  mine.subscribe(listener);
  localStorage.setItem("flag", "true");
  dispatchEvent(new StorageEvent("storage", { key: "flag" }));
  dispatchEvent(new StorageEvent("storage", { key: "other" }));
  expect(listener).toHaveBeenCalledTimes(1);
  expect(mine.get()).toBe(true);
});

test("keeps the value in memory if storage is disabled", () => {
  const forbidden = () => {
    throw new DOMException("no", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);
  const mine = flag();
  expect(mine.get()).toBe(false);
  mine.set(true);
  expect(mine.get()).toBe(true);
});
