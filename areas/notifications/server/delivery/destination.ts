// The queue of one destination, such as a connection. Messages about one resource are delivered one after another;
// messages about different resources are delivered concurrently. The rate limit, the circuit breaker and the retries
// apply only to this destination, so that a slow service never delays another one.
import type { PipelineTools, Ticket } from "../pipeline/tools.ts";
import { Breaker } from "./breaker.ts";
import type { Built, BuiltMessage } from "./build.ts";
import type { Result } from "./recorder.ts";
import { nextTry } from "./retry.ts";
import type { Sent } from "./send.ts";

export interface DestinationTools {
  settings: PipelineTools["settings"];
  build(ids: readonly string[]): Promise<Map<string, Built>>;
  send(built: BuiltMessage): Promise<Sent>;
  record(result: Result): Promise<void>;
  onError(error: unknown): void;
  /** After this signal is aborted, no delivery starts. */
  signal: AbortSignal;
}

/** The number of messages that are built at once, ahead of their delivery. */
const maxBuilt = 500;
/** A message is built again if it was not delivered within this time. */
const builtKeptMs = 10_000;
const againMs = 1_000;
const breakerPauseMs = 3;

interface Ready {
  ticket: Ticket;
  built: BuiltMessage;
}

export class Destination {
  readonly #tools: DestinationTools;
  readonly #breaker: Breaker;
  /** The waiting messages of each lane; the first message is delivered next or is being delivered. */
  readonly #lanes = new Map<string, Ticket[]>();
  /** Lanes whose first message can be built. */
  #idle: string[] = [];
  #ready: Ready[] = [];
  #readyUntil = 0;
  #building = false;
  #running = 0;
  #tokens: number;
  #refilledAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(tools: DestinationTools) {
    this.#tools = tools;
    const { retryMs, maxRetryMs, rate } = tools.settings();
    this.#breaker = new Breaker(retryMs * breakerPauseMs, maxRetryMs);
    this.#tokens = rate / 10;
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  add(ticket: Ticket): void {
    const lane = this.#lanes.get(ticket.lane);
    if (lane) return void lane.push(ticket);
    this.#lanes.set(ticket.lane, [ticket]);
    this.#wakeLane(ticket);
  }

  /** Starts as many deliveries as possible. */
  pump(): void {
    if (this.#tools.signal.aborted) return;
    if (this.#ready.length > 0 && Date.now() > this.#readyUntil) this.#rebuild();
    this.#build();
    const now = Date.now();
    while (this.#ready.length > 0 && this.#running < this.#tools.settings().concurrency) {
      if (!this.#takeToken()) return this.#wakeAt(now + 20);
      if (!this.#breaker.tryStart(now)) {
        const at = this.#breaker.startsAt(now);
        if (at !== undefined) this.#wakeAt(at);
        return;
      }
      this.#tokens -= 1;
      const { ticket, built } = this.#ready.shift()!;
      this.#running += 1;
      void this.#deliver(ticket, built).finally(() => {
        this.#running -= 1;
        this.pump();
      });
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wakeLane({ lane, notBefore }: Ticket): void {
    const wait = (notBefore ?? 0) - Date.now();
    if (wait > 0) setTimeout(() => this.#makeIdle(lane), Math.min(wait, 2 ** 31 - 1)).unref();
    else this.#idle.push(lane);
  }

  #makeIdle(lane: string): void {
    this.#idle.push(lane);
    this.pump();
  }

  #wakeAt(at: number): void {
    if (this.#timerAt <= at) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(
      () => {
        this.#timerAt = Number.POSITIVE_INFINITY;
        this.pump();
      },
      Math.max(1, at - Date.now()),
    );
  }

  /** Limits the rate; a burst can contain the messages of a tenth of a second. */
  #takeToken(): boolean {
    const { rate } = this.#tools.settings();
    const now = performance.now();
    this.#tokens = Math.min(Math.max(1, rate / 10), this.#tokens + ((now - this.#refilledAt) / 1_000) * rate);
    this.#refilledAt = now;
    return this.#tokens >= 1;
  }

  /** Messages that waited too long, for example for the circuit breaker, are built again. */
  #rebuild(): void {
    this.#idle = [...this.#ready.map(({ ticket }) => ticket.lane), ...this.#idle];
    this.#ready = [];
  }

  #build(): void {
    if (this.#building || this.#ready.length > maxBuilt / 2 || this.#idle.length === 0) return;
    // While the breaker is open, a single message tests whether the service works again.
    const count = this.#breaker.isOpen ? 1 : maxBuilt;
    if (this.#breaker.isOpen && this.#ready.length > 0) return;
    const tickets = this.#idle.splice(0, count).map((lane) => this.#lanes.get(lane)![0]!);
    this.#building = true;
    void this.#buildTickets(tickets).finally(() => {
      this.#building = false;
      this.pump();
    });
  }

  async #buildTickets(tickets: readonly Ticket[]): Promise<void> {
    try {
      const built = await this.#tools.build(tickets.map(({ id }) => id));
      for (const ticket of tickets) {
        const message = built.get(ticket.id);
        // The row was deleted.
        if (!message) this.#next(ticket);
        else if ("skipped" in message) {
          void this.#tools.record({ id: ticket.id, state: { status: "skipped" }, reason: message.skipped });
          this.#next(ticket);
        } else this.#ready.push({ ticket, built: message });
      }
      this.#readyUntil = Date.now() + builtKeptMs;
    } catch (error) {
      this.#tools.onError(error);
      this.#idle = [...tickets.map(({ lane }) => lane), ...this.#idle];
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  async #deliver(ticket: Ticket, built: BuiltMessage): Promise<void> {
    const sent = await this.#tools.send(built);
    const now = Date.now();
    const { stored: text, rule } = built;
    const common = { id: ticket.id, sent, text, rule };
    switch (sent.outcome) {
      case "interrupted":
        // The row stays unchanged, so that the next leader sends the message.
        return this.#breaker.interrupted();
      case "delivered":
        this.#breaker.succeeded();
        return this.#end(ticket, { ...common, state: { status: "sent" } });
      case "refused":
        this.#breaker.interrupted();
        break;
      case "failed":
        this.#breaker.failed(now, sent.retryAfterMs);
    }
    const failure = { isFinal: sent.outcome === "refused", retryAfterMs: sent.retryAfterMs };
    const tried = { retries: ticket.retries, ageMs: now - built.createdAt, jitter: Math.random() };
    const retry = nextTry(failure, tried, this.#tools.settings());
    if ("isGivenUp" in retry) {
      return this.#end(ticket, { ...common, state: { status: "error" } });
    }
    const retryAt = now + retry.afterMs;
    ticket.retries = retry.retries;
    ticket.notBefore = retryAt;
    void this.#tools.record({ ...common, state: { retryAt, retries: retry.retries } });
    this.#wakeLane(ticket);
  }

  /** The next message of the lane may be the recovery, which is built from the recorded result of the problem. */
  async #end(ticket: Ticket, result: Result): Promise<void> {
    const recorded = this.#tools.record(result);
    if (this.#lanes.get(ticket.lane)!.length > 1) await recorded;
    this.#next(ticket);
  }

  /** The first message of a lane has ended. */
  #next(ticket: Ticket): void {
    const lane = this.#lanes.get(ticket.lane)!;
    lane.shift();
    const [next] = lane;
    if (next) this.#wakeLane(next);
    else this.#lanes.delete(ticket.lane);
  }
}
