import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "./query.ts";
import { readAgain } from "./read-again.ts";

/** Creates a query that reads the stored text when it is sent and whose responses arrive on demand. */
function reading() {
  const cache = createQueryClient();
  let stored = "before";
  const answers: (() => void)[] = [];
  const queryFn = () => {
    const seen = stored;
    return new Promise<string>((resolve) => answers.push(() => resolve(seen)));
  };
  const observer = new QueryObserver(cache, { queryKey: ["harbours", 1], queryFn });
  const leave = observer.subscribe(() => undefined);
  return {
    cache,
    store: (text: string) => void (stored = text),
    answer: () => answers.shift()!(),
    waits: () => answers.length,
    seen: () => observer.getCurrentResult().data,
    leave,
  };
}

const isHarbours = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === "harbours";

test("refetches after a change during the first fetch", async () => {
  const page = reading();
  page.store("after");
  readAgain(page.cache, isHarbours);
  page.answer();
  await vi.waitFor(() => expect(page.waits()).toBe(1));
  expect(page.seen()).toBe("before");
  page.answer();
  await vi.waitFor(() => expect(page.seen()).toBe("after"));
  expect(page.waits()).toBe(0);
  page.leave();
});

test("refetches matching queries and no other queries", async () => {
  const page = reading();
  page.answer();
  await vi.waitFor(() => expect(page.seen()).toBe("before"));
  readAgain(page.cache, ({ queryKey }) => queryKey[0] === "ships");
  expect(page.waits()).toBe(0);
  page.store("after");
  readAgain(page.cache, isHarbours);
  expect(page.waits()).toBe(1);
  page.answer();
  await vi.waitFor(() => expect(page.seen()).toBe("after"));
  page.leave();
});
