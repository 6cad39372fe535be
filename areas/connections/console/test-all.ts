// Tests many stored connections, a few at a time, so that the server is not flooded.
import { ask } from "#console/client/call.ts";
import { countOf } from "#lib/text/words.ts";
import { testConnection } from "../contract.ts";
import type { ListedConnection } from "./connections-query.ts";
import { MAX_TEST_MS } from "./use-trial.ts";

type Testable = Pick<ListedConnection, "id" | "name">;

const AT_ONCE = 4;

interface TestAllOptions {
  signal: AbortSignal;
  /** Called with the number of finished tests. */
  progress: (done: number) => void;
  /** Tests one connection; rejects if the test fails. */
  test?: (id: string, signal: AbortSignal) => Promise<unknown>;
}

/** Returns the names of the connections whose test failed. An abort stops the remaining tests. */
export async function testAll(
  connections: readonly Testable[],
  { signal, progress, test = testOne }: TestAllOptions,
): Promise<readonly string[]> {
  const failed: string[] = [];
  const waiting = connections.values();
  let done = 0;
  const work = async () => {
    // The workers share one iterator, so each connection is tested once.
    for (const { id, name } of waiting) {
      if (signal.aborted) return;
      try {
        await test(id, signal);
      } catch {
        failed.push(name);
      }
      done += 1;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

const testOne = (id: string, signal: AbortSignal) =>
  ask(testConnection, { params: { id }, query: {}, body: {} }, { signal, timeoutMs: MAX_TEST_MS });

const NAMED = 3;

/** The result in one sentence: "2 of 17 connections failed: mail, orders-db." */
export function resultOf(total: number, failed: readonly string[]): string {
  if (failed.length === 0) return `${countOf(total, "connection", "connections")} passed`;
  const names = failed.slice(0, NAMED).join(", ");
  const rest = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : "";
  return `${failed.length} of ${countOf(total, "connection", "connections")} failed: ${names}${rest}`;
}
