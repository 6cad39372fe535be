// A reader of server-sent events for tests: parses messages like a browser's EventSource, but does not reconnect.
import { get, type IncomingMessage } from "node:http";

export interface Message {
  event: string;
  data: unknown;
  /** The last id received so far. */
  id: string | undefined;
}

export interface EventStream {
  status: number;
  headers: IncomingMessage["headers"];
  messages: Message[];
  /** Returns the last id received, including ids of heartbeats. */
  lastId(): string | undefined;
  heartbeats(): number;
  ended: Promise<void>;
  isEnded(): boolean;
  /** Stops reading, which simulates the browser tab of a sleeping machine. */
  pause(): void;
  resume(): void;
  close(): void;
}

export function openEventStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, (response) => {
      const messages: Message[] = [];
      let rest = "";
      let lastId: string | undefined;
      let heartbeats = 0;
      let isEnded = false;
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const blocks = (rest + chunk).split("\n\n");
        rest = blocks.pop()!;
        for (const block of blocks) {
          const fields = block.split("\n").map((line) => line.split(/: ?(.*)/s));
          const field = (name: string) => fields.find(([key]) => key === name)?.[1];
          lastId = field("id") ?? lastId;
          if (block.startsWith(":")) heartbeats += 1;
          const data = field("data");
          if (data !== undefined)
            messages.push({ event: field("event") ?? "message", data: JSON.parse(data), id: lastId });
        }
      });
      const ended = new Promise<void>((done) =>
        response.once("close", () => {
          isEnded = true;
          done();
        }),
      );
      response.on("error", () => {});
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        messages,
        lastId: () => lastId,
        heartbeats: () => heartbeats,
        ended,
        isEnded: () => isEnded,
        pause: () => response.pause(),
        resume: () => response.resume(),
        close: () => request.destroy(),
      });
    });
    request.on("error", reject);
  });
}

/** Reconnects like EventSource whenever the stream ends, and sends the last id. */
export function followEvents(url: string, headers: Record<string, string>) {
  const messages: Message[] = [];
  let stream: EventStream | undefined;
  let lastId: string | undefined;
  let isOver = false;
  const follow = async () => {
    while (!isOver) {
      try {
        stream = await openEventStream(url, {
          ...headers,
          ...(lastId === undefined ? {} : { "last-event-id": lastId }),
        });
        await stream.ended;
        messages.push(...stream.messages);
        lastId = stream.lastId() ?? lastId;
      } catch {
        // The server is down, so the connection is tried again.
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  void follow();
  return {
    messages: (): readonly Message[] => (stream?.isEnded() === false ? [...messages, ...stream.messages] : messages),
    close() {
      isOver = true;
      stream?.close();
    },
  };
}
