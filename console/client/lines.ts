// A call that reports its progress: JSON lines, `{"progress": …}` and finally `{"result": …}` or `{"problem": …}`.
import { type AnyShape, type Call, fillPath } from "#language/call.ts";
import type { Sent } from "./call.ts";
import { failedRequest, refusedRequest, unreadableAnswer } from "./failure.ts";
import { leaveForLogin } from "./login.ts";

export interface StreamOptions<Progress> {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

type Line<Progress, Answer> =
  | { progress: Progress }
  | { result: Answer }
  | { problem: { status: number; body: unknown } };

/** The server sends a line every few seconds. If no line arrives within this time, the connection counts as lost. */
const TIMEOUT_MS = 30_000;

export async function askInLines<S extends AnyShape, Progress>(
  contract: Call<S>,
  sent: Sent<S>,
  { signal, onProgress }: StreamOptions<Progress>,
): Promise<S["answer"]> {
  const { params, body } = sent as { params?: Record<string, string>; body?: unknown };
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  };
  restartTimer();
  try {
    const answer = await fetch(fillPath(contract.path, params), {
      method: contract.method,
      headers: { accept: "application/x-ndjson, application/json", "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.any([signal, timeout.signal]),
    }).catch((cause: unknown) => {
      throw failedRequest(cause, timeout.signal, signal);
    });
    if (!answer.ok) {
      const problem = refusedRequest(answer.status, await answer.json().catch(() => undefined), answer.headers);
      if (problem.status === 401) leaveForLogin();
      throw problem;
    }
    for await (const line of linesOf(answer, { signal, timeout: timeout.signal })) {
      restartTimer();
      const message = readLine<Progress, S["answer"]>(line, answer);
      if ("result" in message) return message.result;
      if ("problem" in message) throw refusedRequest(message.problem.status, message.problem.body, answer.headers);
      onProgress(message.progress);
    }
    // The response ended without a result.
    throw unreadableAnswer(answer.status, answer.headers);
  } finally {
    clearTimeout(timer);
  }
}

function readLine<Progress, Answer>(line: string, answer: Response): Line<Progress, Answer> {
  try {
    return JSON.parse(line) as Line<Progress, Answer>;
  } catch (cause) {
    throw unreadableAnswer(answer.status, answer.headers, cause);
  }
}

async function* linesOf(answer: Response, { signal, timeout }: { signal: AbortSignal; timeout: AbortSignal }) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw failedRequest(cause, timeout, signal);
      });
      const lines = `${rest}${value ?? ""}`.split("\n");
      rest = lines.pop()!;
      yield* lines.filter((line) => line !== "");
      if (!done) continue;
      if (rest !== "") yield rest;
      return;
    }
  } finally {
    // Discards the remaining response.
    await reader.cancel().catch(() => {});
  }
}
