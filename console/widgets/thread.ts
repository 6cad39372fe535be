// A thread beside the page, for work that would hold it up. It is started with the first question, and tried again with the
// next one when it could not start.

interface Waiting {
  resolve(answer: never): void;
  reject(why: Error): void;
}

/** What a thread is sent, and what it sends back. */
export interface Asked<Question> {
  id: number;
  question: Question;
}

/** Fails when there is no such thread here: then the question is to be answered by who asks. */
export type AskThread<Question> = <Answer>(question: Question) => Promise<Answer>;

export function threadOf<Question>(start: () => Worker, failed: string): AskThread<Question> {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, Waiting>();

  const begin = () => {
    const begun = start();
    begun.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer?: never; failure?: string }>) => {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.failure === undefined) one?.resolve(data.answer as never);
      else one?.reject(new Error(data.failure));
    });
    begun.addEventListener("error", () => {
      begun.terminate();
      worker = undefined;
      for (const { reject } of waiting.values()) reject(new Error(failed));
      waiting.clear();
    });
    return begun;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      worker ??= begin();
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies Asked<Question>);
    });
}
