// Reads the lines of a streamed response, and waits between retries.

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
