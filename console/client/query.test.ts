// @vitest-environment node
import { expect, test } from "vitest";
import { Problem } from "#language/problem.ts";
import { createQueryClient, isAbout } from "./query.ts";

const retries = async (error: Error) => {
  const cache = createQueryClient();
  let attempts = 0;
  const failing = cache.fetchQuery({
    queryKey: ["x"],
    queryFn: () => {
      attempts += 1;
      throw error;
    },
    retry: cache.getDefaultOptions().queries?.retry ?? false,
    retryDelay: 0,
  });
  await expect(failing).rejects.toBe(error);
  return attempts - 1;
};

test.each(["network", "timeout"] as const)("retries %s up to three times", async (id) => {
  expect(await retries(new Problem(id, "x"))).toBe(3);
});

test.each(["internal", "not_found", "unauthorized", "offline"] as const)("does not retry %s", async (id) => {
  expect(await retries(new Problem(id, "x"))).toBe(0);
});

test("DA-120 data stays fresh for five minutes", () => {
  expect(createQueryClient().getDefaultOptions().queries?.staleTime).toBe(300_000);
});

test("isAbout matches the first key part and the listed relations", () => {
  const cache = createQueryClient();
  const cached = cache.getQueryCache();
  const plain = cached.build<unknown, Error, unknown>(cache, { queryKey: ["checks", "id"] });
  const named = cached.build<unknown, Error, unknown>(cache, {
    queryKey: ["call", "/api/system"],
    meta: { relations: ["processes", "job_history"] },
  });
  expect(isAbout(plain, "checks")).toBe(true);
  expect(isAbout(plain, "id")).toBe(false);
  expect(isAbout(named, "job_history")).toBe(true);
  expect(isAbout(named, "checks")).toBe(false);
});
