import { expect, test, vi } from "vitest";
import { LoadingCounter } from "./loading.ts";

test("SH-44 the state changes from idle to loading to loaded", () => {
  const counter = new LoadingCounter();
  const states: string[] = [];
  counter.subscribe(() => states.push(counter.state()));
  expect(counter.state()).toBe("idle");
  counter.begin();
  counter.begin();
  counter.end();
  expect(counter.state()).toBe("loading");
  counter.end();
  expect(counter.state()).toBe("loaded");
  expect(states).toEqual(["loading", "loaded"]);
});

test("SH-44 the number of pending requests never goes below zero", () => {
  const counter = new LoadingCounter();
  counter.end();
  counter.end();
  expect(counter.state()).toBe("idle");
  counter.begin();
  expect(counter.state()).toBe("loading");
  counter.end();
  counter.end();
  counter.begin();
  expect(counter.state()).toBe("loading");
  counter.end();
  expect(counter.state()).toBe("loaded");
});

test("does not call removed listeners", () => {
  const counter = new LoadingCounter();
  const listener = vi.fn<() => void>();
  counter.subscribe(listener)();
  counter.begin();
  expect(listener).not.toHaveBeenCalled();
});
