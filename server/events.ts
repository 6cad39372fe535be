// Publishes events to listeners: one job per listener, sent in the transaction of the change, so that a listener
// receives the event at least once if and only if the change is committed. An event without listeners costs nothing.
import type { Kysely } from "kysely";
import type { Json } from "#language/columns.ts";
import type { DB } from "./db/tables.ts";
import { defineJob, type JobContext, type JobDefinition, type Jobs, type Retry } from "./jobs/engine.ts";

/** A name such as `check.failed`, and the payload: keys rather than copies of rows. */
export interface Event {
  name: string;
  [property: string]: Json;
}

export interface Listener {
  /** A name or a prefix: `check.failed`, `check.*`, `*`. */
  event: string;
  /**
   * The name of its queue. Must not change, because waiting events contain it. Letters, digits, dot, dash, underscore.
   */
  name: string;
  /** Concurrent runs per process. Default: 1. */
  concurrency?: number;
  retry?: Retry;
  timeoutSeconds?: number;
  run(event: Event, context: Omit<JobContext<Event>, "data">): Promise<void> | void;
}

export interface Events {
  publish(tx: Kysely<DB>, event: Event): Promise<void>;
  /** Like publish, for many events: one statement per listener. */
  publishAll(tx: Kysely<DB>, events: readonly Event[]): Promise<void>;
}

/** Retries over about two hours, so that a receiver that is temporarily down misses nothing. */
const defaultRetry: Retry = { limit: 8, delaySeconds: 15, backoff: true };

/** The jobs that deliver events, one per listener, for createJobs(). */
export const listenerJobs = (listeners: readonly Listener[]): JobDefinition[] =>
  listeners.map(({ name, concurrency = 1, retry = defaultRetry, timeoutSeconds = 300, run }) =>
    defineJob<Event>({
      name: queueOf(name),
      title: `Event listener ${name}`,
      concurrency,
      retry,
      timeoutSeconds,
      history: "failed-only",
      resource: (event) => ({ type: "event", id: event.name }),
      run: ({ data, ...context }) => run(data, context),
    }),
  );

/** `event_queue_state` finds the queues by this prefix. */
const queueOf = (listener: string) => `event.${listener}`;

export const listensTo = (pattern: string, name: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

export function createEvents(jobs: Jobs, listeners: readonly Listener[]): Events {
  const delivering = new Map(jobs.definitions.map((job) => [job.name, job]));
  const routes = new Map<string, readonly JobDefinition[]>();

  function routesOf(name: string): readonly JobDefinition[] {
    let known = routes.get(name);
    if (!known) {
      known = listeners
        .filter(({ event }) => listensTo(event, name))
        .map((listener) => delivering.get(queueOf(listener.name))!);
      routes.set(name, known);
    }
    return known;
  }

  return {
    async publish(tx, event) {
      for (const job of routesOf(event.name)) await jobs.send(tx, job, event);
    },
    async publishAll(tx, events) {
      const sent = new Map<JobDefinition, Event[]>();
      for (const event of events)
        for (const job of routesOf(event.name)) {
          const all = sent.get(job);
          if (all) all.push(event);
          else sent.set(job, [event]);
        }
      for (const [job, all] of sent) await jobs.sendAll(tx, job, all);
    },
  };
}
