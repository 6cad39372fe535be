// Sends a test message to a connection or to the recipients of a rule, and returns the exchanges without secrets.
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import type { TestDelivery, TestRequest } from "../../channels.contract.ts";
import type { Exchange, Message, Sending } from "../channels/channel.ts";
import { deliver } from "../channels/deliver.ts";
import { channels } from "../channels/index.ts";
import { deliveryFailureOf } from "../channels/channel-service.ts";
import type { ServiceAddress } from "../channels/service-url.ts";
import type { Target } from "../delivery/targets.ts";
import { subjectOf, type TestSubject } from "./test-targets.ts";

const inTurn = takeTurns({
  atOnce: 4,
  waiting: 20,
  refuse: () =>
    new Problem("too_many_requests", "Too many test messages are being sent at the moment.", {
      hint: "Try again in a few seconds.",
      retryAfter: 10,
    }),
});

export interface TestCaller {
  actor: Actor;
  origin: Origin;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export async function sendTest(system: System, request: TestRequest, caller: TestCaller): Promise<TestDelivery[]> {
  const subject = await subjectOf(system, request, caller.actor);
  const deliveries: TestDelivery[] = [];
  for (const target of subject.targets)
    deliveries.push(await inTurn(() => deliverTest(system, target, { subject, caller })));
  await recordDeeds(system.db.system, caller, [
    {
      action: "test",
      resource_type: subject.table,
      resource_id: subject.id,
      resource_name: subject.name,
      after: {
        sent: true,
        outcome: deliveries.every(({ outcome }) => outcome === "delivered") ? "delivered" : "failed",
        recipients: deliveries.length,
      },
    },
  ]);
  return deliveries;
}

interface Testing {
  subject: TestSubject;
  caller: TestCaller;
}

async function deliverTest(system: System, target: Target, { subject, caller }: Testing): Promise<TestDelivery> {
  const exchanges: Exchange[] = [];
  const scrubber = createScrubber();
  const sending: Sending = {
    outbound: system.outbound(target.trust),
    scrubber,
    signal: caller.signal,
    record: (exchange) => exchanges.push(exchange),
  };
  const result = { recipient: target.name, channel: "unknown" };
  try {
    const found = await target.open(scrubber);
    result.channel = found.type;
    await deliverTo(found, messageFor(system, subject, caller.actor), sending);
    return { ...result, outcome: "delivered", exchanges };
  } catch (error) {
    const failure = scrubber.text(deliveryFailureOf(error).message);
    return { ...result, outcome: "failed", error: failure, exchanges };
  }
}

/** Services that keep alerts also get the recovery, so that the test leaves no open alert. */
async function deliverTo({ type, address }: ServiceAddress, message: Message, sending: Sending): Promise<void> {
  const channel = channels.get(type)!;
  const { reference } = await deliver(channel, address, message, sending);
  if (!channel.keepsAlerts) return;
  const recovery = { ...message, id: newId(), purpose: "resolved" as const, at: new Date().toISOString() };
  await deliver(channel, address, reference === undefined ? recovery : { ...recovery, previous: reference }, sending);
}

function messageFor({ env }: Pick<System, "env">, { table, id, name }: TestSubject, actor: Actor): Message {
  const page = table === "connections" ? "/settings/connections" : "/notifications/rules";
  const permalink = `${env.publicUrl}${page}${id === null ? "" : `?id=${id}`}`;
  const messageId = newId();
  const sender = actor.kind === "system" ? "Quarterdeck" : actor.name;
  return {
    id: messageId,
    purpose: "test",
    event: "notification.test",
    at: new Date().toISOString(),
    subject: `test/${messageId}`,
    permalink,
    text: {
      title: "Messages from Quarterdeck arrive here",
      summary: `${sender} tests the ${table === "connections" ? "connection" : "rule"} ${name}.`,
      attributes: [],
      recentChanges: [],
      resources: [],
      actions: [{ label: "Open", url: permalink }],
    },
  };
}
