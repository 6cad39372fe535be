import { afterEach, expect, test, vi } from "vitest";
import { preference } from "./preference.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const flag = () => preference("flag", (stored) => stored === "true");

test("nothing stored is what parse makes of null", () => {
  expect(flag().get()).toBe(false);
});

test("what is set is stored under the key, read back and told", () => {
  const mine = flag();
  const heard = vi.fn<() => void>();
  const stop = mine.subscribe(heard);
  mine.set(true);
  expect(localStorage.getItem("flag")).toBe("true");
  expect(mine.get()).toBe(true);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  mine.set(false);
  expect(heard).toHaveBeenCalledTimes(1);
});

test("another tab's choice is heard", () => {
  const mine = flag();
  const heard = vi.fn<() => void>();
  mine.subscribe(heard);
  localStorage.setItem("flag", "true");
  dispatchEvent(new StorageEvent("storage", { key: "flag" }));
  dispatchEvent(new StorageEvent("storage", { key: "other" }));
  expect(heard).toHaveBeenCalledTimes(1);
  expect(mine.get()).toBe(true);
});

test("where storage is forbidden the choice lasts as long as the page", () => {
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
