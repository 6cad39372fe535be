// A call that tells how far it is while it works: lines of JSON, `{"progress": …}` and at last `{"result": …}` or `{"problem": …}`.
import { type AnyShape, type Call, fillPath } from "#language/call.ts";
import type { Sent } from "./call.ts";
import { failedRequest, refusedRequest, unreadableAnswer } from "./failure.ts";
import { leaveForLogin } from "./login.ts";

interface Following<Progress> {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

type Line<Progress, Answer> =
  | { progress: Progress }
  | { result: Answer }
  | { problem: { status: number; body: unknown } };

/** The server says something every few seconds; when it does not, nobody is there any more. */
const SILENCE_MS = 30_000;

export async function askInLines<S extends AnyShape, Progress>(
  contract: Call<S>,
  sent: Sent<S>,
  { signal, onProgress }: Following<Progress>,
): Promise<S["answer"]> {
  const { params, body } = sent as { params?: Record<string, string>; body?: unknown };
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const answer = await fetch(fillPath(contract.path, params), {
      method: contract.method,
      headers: { accept: "application/x-ndjson, application/json", "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.any([signal, silence.signal]),
    }).catch((cause: unknown) => {
      throw failedRequest(cause, silence.signal, signal);
    });
    if (!answer.ok) {
      const problem = refusedRequest(answer.status, await answer.json().catch(() => undefined), answer.headers);
      if (problem.status === 401) leaveForLogin();
      throw problem;
    }
    for await (const line of linesOf(answer, { signal, silence: silence.signal })) {
      heard();
      const told = readLine<Progress, S["answer"]>(line, answer);
      if ("result" in told) return told.result;
      if ("problem" in told) throw refusedRequest(told.problem.status, told.problem.body, answer.headers);
      onProgress(told.progress);
    }
    // It ended without saying how.
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

async function* linesOf(answer: Response, { signal, silence }: { signal: AbortSignal; silence: AbortSignal }) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw failedRequest(cause, silence, signal);
      });
      const lines = `${held}${value ?? ""}`.split("\n");
      held = lines.pop()!;
      yield* lines.filter((line) => line !== "");
      if (!done) continue;
      if (held !== "") yield held;
      return;
    }
  } finally {
    // What is left is not wanted.
    await reader.cancel().catch(() => {});
  }
}
