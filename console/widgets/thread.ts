// A web worker for work that would block the page. It is started with the first request, and again with the next
// request if it failed.

interface Waiting {
  resolve(answer: never): void;
  reject(why: Error): void;
}

/** A message to the worker. */
export interface ThreadRequest<Question> {
  id: number;
  question: Question;
}

/** Rejects if no worker can be started: the caller then has to do the work itself. */
export type AskThread<Question> = <Answer>(question: Question) => Promise<Answer>;

export function threadOf<Question>(start: () => Worker, failed: string): AskThread<Question> {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const create = () => {
    const created = start();
    created.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer?: never; failure?: string }>) => {
      const pending = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.failure === undefined) pending?.resolve(data.answer as never);
      else pending?.reject(new Error(data.failure));
    });
    created.addEventListener("error", () => {
      created.terminate();
      worker = undefined;
      for (const { reject } of waiting.values()) reject(new Error(failed));
      waiting.clear();
    });
    return created;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      worker ??= create();
      const id = (lastId += 1);
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies ThreadRequest<Question>);
    });
}
