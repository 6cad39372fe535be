import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reachability } from "./reachability.ts";

let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(() => answer()),
  );
});
afterEach(async () => {
  answer = ready;
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ready = async () => Response.json({ ready: true });
const away = async () => Response.json({ ready: false, reason: "The database cannot be reached." }, { status: 503 });
const settle = () => vi.advanceTimersByTimeAsync(0);

test("reports no outage if /api/ready succeeds", async () => {
  answer = ready;
  reachability.suspect();
  await settle();
  expect(reachability.outage()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("reports an outage with the server's reason, polls the server, and reports the end of the outage once", async () => {
  const changed = vi.fn<() => void>();
  const recovered = vi.fn<() => void>();
  const stops = [reachability.subscribe(changed), reachability.onRecovery(recovered)];
  answer = away;
  reachability.suspect();
  reachability.suspect();
  await settle();
  expect(reachability.outage()?.reason).toBe("The database cannot be reached.");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).toHaveBeenCalledTimes(6);
  expect(changed).toHaveBeenCalledTimes(1);
  answer = ready;
  await vi.advanceTimersByTimeAsync(2000);
  expect(reachability.outage()).toBeUndefined();
  expect(recovered).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});

test("keeps the start of an outage when its reason changes", async () => {
  answer = async () => Promise.reject(new TypeError("Failed to fetch"));
  reachability.suspect();
  await settle();
  const first = reachability.outage();
  expect(first?.reason).toBe("The server cannot be reached.");
  answer = away;
  await vi.advanceTimersByTimeAsync(2000);
  expect(reachability.outage()).toEqual({ since: first?.since, reason: "The database cannot be reached." });
});

test("a retry during an outage checks the server at once, and does not start a second poll", async () => {
  answer = away;
  reachability.suspect();
  await settle();
  expect(fetch).toHaveBeenCalledTimes(1);
  reachability.retry();
  reachability.retry();
  await settle();
  expect(fetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(fetch).toHaveBeenCalledTimes(3);
});
