// Reads the stream of new lines. When the stream ends, after ten minutes or because the connection is lost, a new
// stream continues it.
import { failedRequest, isAborted, refusedRequest, unreadableAnswer } from "#console/client/failure.ts";
import { leaveForLogin } from "#console/client/login.ts";
import { inTasks, pause, textLines } from "#console/client/text-lines.ts";
import { Problem } from "#language/problem.ts";
import { type LogLine, tailLogs } from "../../contract.ts";

/** The server sends a line every five seconds. If no line arrives within this time, the connection counts as lost. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;

export type TailState =
  | { state: "connecting" }
  | { state: "live" }
  /** The connection was lost; a new attempt follows. */
  | { state: "lost"; error: unknown }
  /** The server refused the request, so a new attempt would not help. */
  | { state: "refused"; error: unknown };

interface Following {
  /** The selection without times. */
  body: Readonly<Record<string, unknown>>;
  /** The time to begin at. */
  start: string;
  signal: AbortSignal;
  onLines: (lines: readonly LogLine[]) => void;
  onWarnings: (warnings: readonly string[]) => void;
  onState: (state: TailState) => void;
}

type TailMessage = {
  lines?: readonly LogLine[];
  warnings?: readonly string[];
  end?: string;
  problem?: { status: number; body: unknown };
};

/** Follows until the signal is aborted or the server refuses. */
export async function followTail({ start, onState, ...following }: Following): Promise<void> {
  const { signal } = following;
  let from = start;
  let failures = 0;
  onState({ state: "connecting" });
  while (!signal.aborted) {
    try {
      const end = await readTail({
        ...following,
        start: from,
        onLines(lines) {
          failures = 0;
          onState({ state: "live" });
          from = lines.at(-1)?.timestamp ?? from;
          following.onLines(lines);
        },
      });
      // A source that has ended, such as a pod, may start again.
      if (end !== "time") await pause(RETRY_MS[2], signal);
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429) {
        onState({ state: "refused", error });
        return;
      }
      onState({ state: "lost", error });
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!, signal);
      failures += 1;
    }
  }
}

async function readTail({ body, start, signal, onLines, onWarnings }: Omit<Following, "onState">): Promise<string> {
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  };
  restart();
  try {
    const answer = await fetch(tailLogs.path, {
      method: tailLogs.method,
      headers: { accept: "application/x-ndjson", "content-type": "application/json" },
      body: JSON.stringify({ ...body, start }),
      credentials: "same-origin",
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    if (!answer.ok) {
      const problem = refusedRequest(answer.status, await answer.json().catch(() => undefined), answer.headers);
      if (problem.status === 401) leaveForLogin();
      throw problem;
    }
    for await (const text of inTasks(textLines(answer.body!))) {
      restart();
      const message = readMessage(text, answer);
      if (message.problem) throw refusedRequest(message.problem.status, message.problem.body, answer.headers);
      if (message.warnings) onWarnings(message.warnings);
      if (message.lines) onLines(message.lines);
      if (message.end !== undefined) return message.end;
    }
    return "source";
  } catch (cause) {
    throw cause instanceof Problem ? cause : failedRequest(cause, timeout.signal, signal);
  } finally {
    clearTimeout(timer);
  }
}

function readMessage(text: string, answer: Response): TailMessage {
  try {
    return JSON.parse(text) as TailMessage;
  } catch (cause) {
    throw unreadableAnswer(answer.status, answer.headers, cause);
  }
}
