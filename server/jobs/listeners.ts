// Delivers events to listeners: one job per listener, sent in the transaction of the change, so that a listener
// receives the event at least once if and only if the change is committed. An event without listeners costs nothing.
// Inboxes (inbox.ts) receive events in batches.
import type { Kysely } from "kysely";
import type { JobDefinition, Listener } from "../area.ts";
import type { DB } from "../db/tables.ts";
import { selectsEvent } from "../event-names.ts";
import type { Event, Events } from "../events.ts";
import { defineJob } from "./definition.ts";
import { storeInInbox, type Inbox } from "./inbox.ts";
import type { JobQueue, Jobs, Retry } from "./queue.ts";

/** The retries cover about two hours, so that a receiver that is temporarily down misses nothing. */
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

/** Returns the name of the queue. `event_queue_state` finds the queues by this prefix. */
const queueOf = (listener: string) => `event.${listener}`;

export function createEvents(jobs: Jobs, listeners: readonly Listener[], inboxes: readonly Inbox[] = []): Events {
  const delivering = new Map(jobs.definitions.map((job) => [job.name, job]));
  const routes = new Map<string, readonly JobQueue[]>();

  function routesOf(name: string): readonly JobQueue[] {
    let known = routes.get(name);
    if (!known) {
      known = listeners
        .filter(({ event }) => selectsEvent(event, name))
        .map((listener) => delivering.get(queueOf(listener.name))!);
      routes.set(name, known);
    }
    return known;
  }

  async function store(tx: Kysely<DB>, events: readonly Event[]): Promise<void> {
    for (const inbox of inboxes)
      await storeInInbox(
        tx,
        inbox,
        events.filter(({ name }) => selectsEvent(inbox.event, name)),
      );
  }

  return {
    async publish(tx, event) {
      await store(tx, [event]);
      for (const job of routesOf(event.name)) await jobs.send(tx, job, event);
    },
    async publishAll(tx, events) {
      await store(tx, events);
      const sent = new Map<JobQueue, Event[]>();
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
