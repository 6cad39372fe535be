// Tests messages to several targets if only some targets received the problem message.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { historyOf, untilStatuses, writeChecks, writeRule } from "#tests/support/notification-pipeline.ts";
import { failed, passed, startDeliveryTests } from "#tests/support/pipeline-tests.ts";
import { postingChannels } from "#tests/support/posting-channels.ts";
import { oncePerPart, reachedTargets } from "../channels/delivered-parts.ts";
import { sendToEach } from "../channels/each-target.ts";

const { db, receive, start } = await startDeliveryTests(await testDatabase(), { "notifications.retry.delay": "20ms" });

/** Posts each message to two paths. */
const channels: typeof postingChannels = {
  ...postingChannels,
  async deliver(type, address, message, sending) {
    await sendToEach(reachedTargets(message, ["/one", "/two"]), sending, (target) =>
      oncePerPart(message, target, () =>
        postingChannels.deliver(type, { ...address, url: `${address.url}${target}` }, message, sending),
      ),
    );
    return {};
  },
};

test("sends the recovery only to targets that accepted the problem message", async () => {
  const receiver = await receive();
  receiver.respond = ({ path }, response) => response.writeHead(path === "/two" ? 404 : 204).end();
  const pipeline = await start({ channels });
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [problem] = await untilStatuses(db, rule, ["error"]);
  expect(problem).toMatchObject({ is_open: true });
  receiver.respond = undefined;
  await pipeline.publish(passed(check!));
  const [, recovery] = await untilStatuses(db, rule, ["error", "sent"]);
  expect(recovery).toMatchObject({ purpose: "resolved", parent_id: problem!.id });
  expect(receiver.titles("/one")).toEqual(["check 1 failed", "check 1 recovered"]);
  expect(receiver.titles("/two")).toEqual(["check 1 failed"]);
});

test("a recovery is not sent if no target received the problem message", async () => {
  const receiver = await receive();
  receiver.respond = (_, response) => response.writeHead(404).end();
  const pipeline = await start({ channels });
  const [check, other] = await writeChecks(db, 2);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [problem] = await untilStatuses(db, rule, ["error"]);
  expect(problem).toMatchObject({ is_open: false });
  await pipeline.publish(passed(check!));
  // Events are handled in order, so the recovery has already been handled when the next problem ends.
  await pipeline.publish(failed(other!));
  await untilStatuses(db, rule, ["error", "error"]);
  expect((await historyOf(db, rule)).map(({ purpose }) => purpose)).toEqual(["event", "event"]);
});
