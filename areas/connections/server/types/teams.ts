import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { line, secretLine } from "../connection/fields.ts";
import { greeting, hostIn, inAddress, pathOf } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

export const teams = connectionType({
  type: "teams",
  title: "Teams",
  icon: "teams",
  group: "Messages",
  isForMessages: true,
  fields: {
    // Knowing all parts of the address is enough to write; the last two parts are secret.
    group: line("Group", "properties.group").optional(),
    tenant: line("Tenant", "properties.tenant"),
    altID: secretLine("AltID", "properties.altID"),
    groupOwner: secretLine("GroupOwner", "properties.groupOwner"),
    host: line("Host", "properties.host").default("outlook.office.com"),
  },
  url: ({ group, tenant, altID, groupOwner, host }) =>
    `teams://${inAddress(group)}@${inAddress(tenant)}${pathOf(altID, groupOwner)}?host=${hostIn(host)}`,
  async test({ properties }, trial) {
    const tenant = needed(properties["tenant"], "Tenant");
    const [altID, owner] = [needed(properties["altID"], "AltID"), needed(properties["groupOwner"], "GroupOwner")];
    const service = serviceCall(trial, {
      name: "Teams",
      address: `https://${hostIn(properties["host"] || "outlook.office.com")}`,
      credential: "the parts of the webhook's address",
      secrets: [altID, owner],
    });
    const who = `${encodeURIComponent(properties["group"] ?? "")}@${encodeURIComponent(tenant)}`;
    const path = `/webhookb2/${who}/IncomingWebhook${pathOf(altID, owner)}`;
    const reply = await service.reply(path, { json: trial.sends ? { text: greeting.message } : {} });
    // Only an existing webhook refuses a card without text.
    const isKnown = reply.status === 400 && /Summary or Text is required/i.test(reply.text);
    if (trial.sends ? reply.status === 200 && reply.text.trim() === "1" : isKnown)
      return `Teams at ${service.host}, ${trial.sends ? "message sent by the webhook" : "with a valid webhook"}`;
    // Teams may accept a message and report in the body that the delivery failed.
    const [failure] = /delivery failed.*/is.exec(reply.text) ?? [];
    if (trial.sends && reply.status === 200 && failure)
      throw new ConnectionFailure(`Teams did not deliver the message: ${failure.slice(0, 200)}`, "Try again later.");
    if (reply.status === 400 || reply.status === 404 || reply.status === 410)
      throw new ConnectionFailure(
        "Teams has no such webhook",
        "Check Group, Tenant, AltID, GroupOwner and Host: they are the parts of the webhook's address.",
      );
    throw reply.status < 300 ? service.stranger(reply) : service.refusal(reply);
  },
});
