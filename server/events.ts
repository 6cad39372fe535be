// What happened, told to whoever listens: in the transaction of the change, one job per listener, so that a listener
// hears of it at least once if and only if the change was committed. An event nobody listens to costs nothing.
import type { Kysely } from "kysely";
import type { Json } from "#language/columns.ts";
import type { DB } from "./db/tables.ts";
import { defineJob, type JobContext, type JobDefinition, type Jobs, type Retry } from "./jobs/engine.ts";

/** A name such as `check.failed`, and what a listener needs to know: keys rather than copies. */
export interface Event {
  name: string;
  [property: string]: Json;
}

export interface Listener {
  /** A name, or all names that begin so: `check.failed`, `check.*`, `*`. */
  event: string;
  /** Names its queue. Stable, because events that wait carry it: letters, digits, dot, dash, underscore. */
  name: string;
  /** At once in one process; 1 unless said. */
  concurrency?: number;
  retry?: Retry;
  timeoutSeconds?: number;
  run(event: Event, context: Omit<JobContext<Event>, "data">): Promise<void> | void;
}

export interface Events {
  publish(tx: Kysely<DB>, event: Event): Promise<void>;
  /** As publish, for many at once: one statement a listener. */
  publishAll(tx: Kysely<DB>, events: readonly Event[]): Promise<void>;
}

/** Over about two hours, so that a receiver which is down for a while misses nothing. */
const patient: Retry = { limit: 8, delaySeconds: 15, backoff: true };

/** The jobs that deliver events, one per listener; createJobs() takes them with the others. */
export const listenerJobs = (listeners: readonly Listener[]): JobDefinition[] =>
  listeners.map(({ name, concurrency = 1, retry = patient, timeoutSeconds = 300, run }) =>
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

/** `event_queue_state` knows them by this beginning. */
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
