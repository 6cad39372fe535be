// Reads the lines of a streamed response in short tasks, and waits between retries.

/**
 * Splits a stream at line breaks. The parts of a line are joined only once, so that the cost is proportional to the
 * length.
 */
export async function* textLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const [first = "", ...rest] = value.split("\n");
      parts.push(first);
      for (const next of rest) {
        const line = parts.join("");
        parts = [next];
        if (line !== "") yield line;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Ends early if the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** The number of characters that one task reads, which takes a few milliseconds. */
const TASK_LENGTH = 500_000;

/** Reads many lines in several tasks, so that the page can respond to input even if megabytes arrive at once. */
export async function* inTasks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const line of lines) {
    length += line.length;
    if (length > TASK_LENGTH) {
      await nextTask();
      length = line.length;
    }
    yield line;
  }
}

/** Continues in a new task. Browsers delay timers of hidden tabs, but not messages. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
