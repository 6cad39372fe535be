import { expect, test, vi } from "vitest";
import { remember } from "./remember.ts";

test("concurrent and later calls share one result per key", async () => {
  const find = vi.fn<(key: string) => Promise<string>>(async (key) => key.toUpperCase());
  const found = remember(60_000, find);
  expect(await Promise.all([found("a"), found("a"), found("b")])).toEqual(["A", "A", "B"]);
  expect(await found("a")).toBe("A");
  expect(find).toHaveBeenCalledTimes(2);
});

test("an expired result is not reused, and a failure is not cached", async () => {
  const find = vi.fn<(key: string) => Promise<number>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue(1);
  const found = remember(60_000, find);
  await expect(found("a")).rejects.toThrow("away");
  expect(await found("a")).toBe(1);
  const forgetful = remember(0, find);
  await forgetful("a");
  await forgetful("a");
  expect(find).toHaveBeenCalledTimes(4);
});
