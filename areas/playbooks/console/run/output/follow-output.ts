// Reads the output of an action from the server, and reconnects when the stream ends, either by its time limit or
// because the connection was lost. Large outputs are read in short steps, so that the page stays responsive.
import { failedRequest, isAborted, refusedRequest, unreadableAnswer } from "#console/client/failure.ts";
import { leaveForLogin } from "#console/client/login.ts";
import { pause, textLines } from "#console/client/text-lines.ts";
import { fillPath } from "#language/call.ts";
import { Problem } from "#language/problem.ts";
import { actionOutput } from "../../../contract.ts";

/** The server sends a line every five seconds. If no line arrives within this time, the connection counts as lost. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;
/** Maximum time without a pause for other events of the page, in milliseconds. */
const STEP_MS = 8;

export type OutputState =
  | { state: "connecting" }
  | { state: "live" }
  | { state: "ended" }
  /** The connection was lost and a new attempt follows. */
  | { state: "lost"; error: unknown }
  /** The error is permanent, so the request is not repeated. */
  | { state: "refused"; error: unknown };

interface Following {
  actionId: string;
  signal: AbortSignal;
  onText: (text: string) => void;
  onState: (state: OutputState) => void;
}

interface OutputMessage {
  offset: number;
  text?: string;
  end?: "action" | "time";
}

export async function followOutput({ onState, ...following }: Following): Promise<void> {
  const { signal } = following;
  let offset = 0;
  let failures = 0;
  onState({ state: "connecting" });
  while (!signal.aborted) {
    try {
      const end = await readOutput(following, offset, (next) => {
        failures = 0;
        offset = next;
        onState({ state: "live" });
      });
      if (end === "action") return onState({ state: "ended" });
      if (end === undefined) await pause(RETRY_MS[0], signal);
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429)
        return onState({ state: "refused", error });
      onState({ state: "lost", error });
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!, signal);
      failures += 1;
    }
  }
}

/** Returns why the stream ended; undefined if the connection was lost. */
async function readOutput(
  { actionId, signal, onText }: Omit<Following, "onState">,
  from: number,
  onOffset: (offset: number) => void,
): Promise<OutputMessage["end"]> {
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  };
  restart();
  try {
    const answer = await fetch(`${fillPath(actionOutput.path, { id: actionId })}?offset=${from}`, {
      headers: { accept: "application/x-ndjson" },
      credentials: "same-origin",
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    if (!answer.ok) {
      const problem = refusedRequest(answer.status, await answer.json().catch(() => undefined), answer.headers);
      if (problem.status === 401) leaveForLogin();
      throw problem;
    }
    const encoder = new TextEncoder();
    let since = performance.now();
    for await (const line of textLines(answer.body!)) {
      restart();
      const { offset, text = "", end } = readMessage(line, answer);
      if (text !== "") onText(text);
      onOffset(offset + encoder.encode(text).length);
      if (end !== undefined) return end;
      if (performance.now() - since < STEP_MS) continue;
      await nextTask();
      since = performance.now();
    }
    return undefined;
  } catch (cause) {
    throw cause instanceof Problem ? cause : failedRequest(cause, timeout.signal, signal);
  } finally {
    clearTimeout(timer);
  }
}

function readMessage(line: string, answer: Response): OutputMessage {
  try {
    return JSON.parse(line) as OutputMessage;
  } catch (cause) {
    throw unreadableAnswer(answer.status, answer.headers, cause);
  }
}

/** Lets the page handle events. A timer would be slow in a background tab. */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      "message",
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
