// An EventSource that sends its request with `fetch`, so that the request has a token of the session. It has the parts
// of the interface that the console uses.

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

const RECONNECT_MS = 3000;

export class FetchEventSource extends EventTarget {
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  static readonly CLOSED = CLOSED;

  readyState: number = CONNECTING;
  readonly #url: string;
  readonly #over = new AbortController();
  #lastEventId = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string) {
    super();
    this.#url = url;
    void this.#connect();
  }

  close(): void {
    this.readyState = CLOSED;
    clearTimeout(this.#timer);
    this.#over.abort();
  }

  /**
   * Reads one stream to its end. A refused request closes the source; a stream that ends or breaks is requested again.
   */
  async #connect(): Promise<void> {
    let isRefused = false;
    try {
      const answer = await fetch(this.#url, {
        headers: { accept: "text/event-stream", ...(this.#lastEventId && { "last-event-id": this.#lastEventId }) },
        cache: "no-store",
        signal: this.#over.signal,
      });
      const type = answer.headers.get("content-type") ?? "";
      isRefused = answer.status !== 200 || !type.startsWith("text/event-stream");
      if (!isRefused) await this.#read(answer.body!);
    } catch {
      // The network failed, or the source was closed.
    }
    if (this.#over.signal.aborted) return;
    this.readyState = isRefused ? CLOSED : CONNECTING;
    if (!isRefused) this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS);
    this.dispatchEvent(new Event("error"));
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    this.readyState = OPEN;
    this.dispatchEvent(new Event("open"));
    const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) this.#receive(block);
    }
  }

  #receive(block: string): void {
    let type = "message";
    const data: string[] = [];
    for (const line of block.split("\n")) {
      const [, field, value = ""] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === "event") type = value;
      else if (field === "data") data.push(value);
      else if (field === "id") this.#lastEventId = value;
    }
    if (data.length === 0) return;
    this.dispatchEvent(new MessageEvent(type, { data: data.join("\n"), lastEventId: this.#lastEventId }));
  }
}
