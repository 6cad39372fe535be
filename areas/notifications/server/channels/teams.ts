// Teams: an Adaptive Card for a workflow ("When a Teams webhook request is received"), or for an older webhook.
import { z } from "zod";
import { hostIn, type Reply, secretsInUrl } from "#areas/connections/server/index.ts";
import { renderTeams } from "../text/render-teams.ts";
import { type Address, DeliveryFailure } from "./channel.ts";
import { defineChannel, propertyOf, required } from "./channel-kind.ts";
import { channelService } from "./channel-service.ts";
import { shownWebhook } from "./exchange.ts";

export const teams = defineChannel({
  type: "teams",
  title: "Teams",
  icon: "teams",
  spec: z.object({}),
  async deliver(address, message, sending) {
    const url = webhookOf(address);
    const service = channelService(sending, {
      name: "Teams",
      address: url.origin,
      credential: "the address of the webhook",
      secrets: secretsInUrl(url.href, "teams"),
      show: (shown) => shownWebhook(shown, "teams"),
    });
    await service.send(`${url.pathname}${url.search}`, { json: renderTeams(message) }, (reply) => lateFailure(reply));
    return {};
  },
});

/** An older webhook may accept a message and report in the body that the delivery failed. */
function lateFailure({ status, text }: Reply): DeliveryFailure | undefined {
  const [failure] = /delivery failed.*/is.exec(text) ?? [];
  if (status !== 200 || failure === undefined) return undefined;
  return new DeliveryFailure(`Teams did not deliver the message: ${failure.slice(0, 200)}`);
}

function webhookOf(address: Address): URL {
  const written = propertyOf(address, "workflow") ?? /^(?:teams\+)?(https:\/\/.*)$/i.exec(address.url ?? "")?.[1];
  if (written !== undefined) {
    if (URL.canParse(written) && /^https:/i.test(written)) return new URL(written);
    throw new DeliveryFailure("The Workflow URL is not valid. Copy it from the workflow; it begins with https://.", {
      isFinal: true,
    });
  }
  const tenant = propertyOf(address, "tenant");
  if (tenant === undefined) required(undefined, "Workflow URL");
  const who = `${encodeURIComponent(propertyOf(address, "group") ?? "")}@${encodeURIComponent(tenant ?? "")}`;
  const [altID, owner] = [
    required(propertyOf(address, "altID"), "AltID"),
    required(propertyOf(address, "groupOwner"), "GroupOwner"),
  ];
  const host = hostIn(propertyOf(address, "host") ?? "outlook.office.com");
  return new URL(
    `https://${host}/webhookb2/${who}/IncomingWebhook/${encodeURIComponent(altID)}/${encodeURIComponent(owner)}`,
  );
}
