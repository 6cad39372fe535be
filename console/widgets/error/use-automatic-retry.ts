import { useEffect, useRef } from "react";
import { reachability, useOutage } from "../../client/reachability.ts";
import { Problem } from "#language/problem.ts";

const RETRY_MS = 10_000;

/** Retries after a temporary failure: when an outage ends, or, without an outage, at an interval. */
export function useAutomaticRetry(error: unknown, retry: () => void): boolean {
  const isOut = useOutage() !== undefined;
  const latest = useRef(retry);
  useEffect(() => void (latest.current = retry), [retry]);
  const isPassing = canPass(error);
  const isMissing = isMissingCode(error);
  useEffect(() => {
    if (isMissing) reachability.suspect();
  }, [isMissing]);
  useEffect(() => {
    if (!isPassing && !isMissing) return;
    const stop = reachability.onRecovery(() => latest.current());
    // Missing code is not retried, since a permanently deleted file would reload the page again and again.
    const timer = isPassing && !isOut ? setInterval(() => latest.current(), RETRY_MS) : undefined;
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isPassing, isMissing, isOut]);
  return isPassing || (isMissing && isOut);
}

/**
 * Whether the failure may be temporary: no response arrived, or the server failed. An invalid request would fail again.
 */
const canPass = (error: unknown) =>
  error instanceof Problem &&
  error.id !== "aborted" &&
  (error.status === 0 || [500, 502, 503, 504].includes(error.status));

/**
 * Whether a file of the console itself could not be fetched: the connection broke, or a new version has replaced it.
 * Browsers report this with three different messages.
 */
export const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Unable to preload/i.test(error.message);
