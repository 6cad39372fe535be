import { connectionType, type Trial } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { line, secretLine } from "../connection/fields.ts";
import { greeting, hostIn, inAddress, onlyBySending, pathOf } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

export const teams = connectionType({
  type: "teams",
  title: "Teams",
  icon: "teams",
  group: "Messages",
  isForMessages: true,
  fields: {
    // Anyone who knows all parts of the address can post messages, so the last two parts are secret. A workflow does
    // not need these parts.
    group: line("Group", "properties.group").optional(),
    tenant: line("Tenant", "properties.tenant").optional(),
    altID: secretLine("AltID", "properties.altID").optional(),
    groupOwner: secretLine("GroupOwner", "properties.groupOwner").optional(),
    host: line("Host", "properties.host").default("outlook.office.com"),
    workflow: secretLine("Workflow URL", "properties.workflow", {
      description: "The address of a workflow that posts to a channel or chat. Microsoft retired all other webhooks.",
    }).optional(),
  },
  url: ({ group, tenant, altID, groupOwner, host, workflow }) =>
    workflow
      ? `teams+${workflow}`
      : `teams://${inAddress(group)}@${inAddress(tenant)}${pathOf(altID, groupOwner)}?host=${hostIn(host)}`,
  async test({ properties }, trial) {
    if (properties["workflow"]) return testWorkflow(properties["workflow"], trial);
    // The other webhooks can no longer be created.
    const tenant = needed(properties["tenant"], "Workflow URL");
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
        "Teams has no webhook at this URL",
        "Check Group, Tenant, AltID, GroupOwner and Host: they are the parts of the webhook's address.",
      );
    throw reply.status < 300 ? service.stranger(reply) : service.refusal(reply);
  },
});

async function testWorkflow(url: string, trial: Trial): Promise<string> {
  const at = URL.canParse(url) ? new URL(url) : undefined;
  if (at?.protocol !== "https:")
    throw new ConnectionFailure("The Workflow URL is not valid", "Copy it from the workflow; it begins with https://.");
  const service = serviceCall(trial, {
    name: "Teams",
    address: at.origin,
    credential: "the signature in the Workflow URL",
    secrets: [url, ...at.searchParams.values()],
  });
  if (!trial.sends) {
    const target = { host: at.hostname, port: Number(at.port) || 443, tls: {}, signal: trial.signal };
    (await trial.outbound.connect(target)).destroy();
    return onlyBySending(`${at.host} was reached`);
  }
  const content = { type: "AdaptiveCard", version: "1.4", body: [{ type: "TextBlock", text: greeting.message }] };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content };
  const json = { type: "message", attachments: [attachment] };
  const reply = await service.reply(`${at.pathname}${at.search}`, { json });
  if (reply.status < 200 || reply.status > 299) throw service.refusal(reply);
  return `Teams at ${at.host}, message sent to the workflow`;
}
