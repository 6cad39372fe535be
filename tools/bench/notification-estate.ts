// Starts the product with checks, a message receiver and rules, for the notification benches.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { repository } from "#lib/load/repository.ts";
import { startWithChecks } from "./checks-estate.ts";
import type { DataProduct } from "./data-estate.ts";
import type { ReceiverCommand, ReceiverReport } from "./message-receiver.ts";

export interface NotificationBench extends DataProduct {
  /** The address of the receiver. */
  receiver: string;
  report(): Promise<ReceiverReport>;
  /** The number of requests per path. */
  counts(): Promise<ReceiverReport["counts"]>;
  reset(): Promise<void>;
  /** Sends a request to the product; throws if it fails. */
  send(method: string, path: string, body: object): Promise<unknown>;
  /** Publishes the events in one transaction. */
  publish(events: readonly object[]): Promise<void>;
  /** Waits until all events are handled and no message is being delivered. */
  settled(): Promise<void>;
}

export async function startWithReceiver(
  checks: number,
  { profileFolder }: { profileFolder: string | undefined },
): Promise<NotificationBench> {
  const child = fork(join(repository, "tools/bench/message-receiver.ts"), { serialization: "advanced" });
  const [port] = (await once(child, "message")) as [number];
  const product = await startWithChecks(checks, { profileFolder });
  const command = (name: ReceiverCommand) => ask(child, name);
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        cookie: product.cookie,
        origin: product.url,
        "content-type": "application/json",
        prefer: "return=representation",
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
  return {
    ...product,
    receiver: `http://127.0.0.1:${port}`,
    report: () => command("report"),
    counts: async () => (await command("counts")).counts,
    reset: async () => void (await command("reset")),
    send,
    async publish(events) {
      await product.ask(
        `with stored as (
           insert into event_inbox (inbox, event)
           select 'notifications', e.event from jsonb_array_elements($1::jsonb) with ordinality e (event, n) order by e.n
           returning id
         )
         select pg_notify('quarterdeck_event_inbox', 'notifications') from stored limit 1`,
        [JSON.stringify(events)],
      );
    },
    async settled() {
      for (;;) {
        const [row] = await product.ask<{ left: number }>(
          `select ((select count(*) from event_inbox where retry_at is null) + (
                    select count(*) from notification_undelivered) + (
                    select count(*) from notification_send_history where waiting = 'dependency'
                  ))::int as left`,
        );
        if (row!.left === 0) return;
        await delay(50);
      }
    },
    async stop() {
      child.disconnect();
      await product.stop();
    },
  };
}

async function ask(child: ChildProcess, name: ReceiverCommand): Promise<ReceiverReport> {
  child.send(name);
  const [report] = (await once(child, "message")) as [ReceiverReport];
  return report;
}

/** Removes the message limit, so that each event becomes a message. */
export const withoutLimit = (product: NotificationBench) =>
  product.ask(
    "insert into properties (name, value) values ('notifications.max.count', '100000000'), ('notifications.delivery.rate', '1000000')",
  );
