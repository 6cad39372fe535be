// Alertmanager: a problem is an alert, and its recovery ends the alert. Alertmanager identifies alerts by their labels, so
// repeated requests change the same alert.
import { z } from "zod";
import { basic } from "#areas/connections/server/index.ts";
import { capitalise } from "#lib/text/words.ts";
import { attributesOf, pageOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { plainMessage } from "../text/render-message.ts";
import { type Address, DeliveryFailure, type Message } from "./channel.ts";
import { alertKey } from "./subject-key.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService } from "./channel-service.ts";

/** Alertmanager ends an alert without an end after five minutes. This one ends with the recovery, or after this time. */
const endsAfterMs = 30 * 24 * 3_600_000;
const maxText = 20_000;

const reference = z.object({ labels: z.record(z.string(), z.string()), startsAt: z.string() });

const severities: Readonly<Record<Standing["name"], string>> = {
  problem: "critical",
  warning: "warning",
  resolved: "info",
  digest: "warning",
  test: "info",
  news: "info",
};

export const alertmanager = defineChannel({
  type: "alertmanager",
  title: "Alertmanager",
  icon: "alertmanager",
  keepsAlerts: true,
  spec: z.object({
    alertname: property("Name of the alert", "Default: the event, such as CheckFailed"),
    labels: property("Labels", "team=ops, site=berlin"),
  }),
  async deliver(address, message, sending) {
    const url = urlOf(address);
    const { username, password } = address;
    const service = channelService(sending, {
      name: "Alertmanager",
      address: url.href,
      credential: "username and password",
      secrets: [password],
      headers: username ? { authorization: basic(username, password ?? "") } : {},
      tls: { insecure: address.insecureTls, ca: address.certificate },
      right: "send alerts",
    });
    const previous = message.purpose === "resolved" ? reference.safeParse(message.previous).data : undefined;
    const labels = previous?.labels ?? labelsOf(message, address);
    const startsAt = previous?.startsAt ?? message.at;
    const isOver = message.purpose === "resolved";
    const endsAt = isOver ? message.at : new Date(Date.parse(message.at) + endsAfterMs).toISOString();
    const page = pageOf(message);
    await service.send("/api/v2/alerts", {
      json: [
        {
          labels,
          annotations: annotationsOf(message),
          startsAt,
          endsAt,
          ...(page === undefined ? {} : { generatorURL: page }),
        },
      ],
    });
    return { reference: { labels, startsAt } };
  },
});

function urlOf(address: Address): URL {
  const written = required(address.url, "URL").replace(/^alertmanager\+/i, "");
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new DeliveryFailure("The URL is not valid. Use the form https://host:9093.", { isFinal: true });
  url.username = "";
  url.password = "";
  return url;
}

/** Only values that stay the same while the problem lasts, because they are the identity of the alert. */
function labelsOf(message: Message, address: Address): Record<string, string> {
  const words = message.event.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return {
    ...Object.fromEntries(
      (propertyOf(address, "labels") ?? "").split(",").flatMap((pair) => {
        const [name = "", ...rest] = pair.split("=").map((part) => part.trim());
        const value = rest.join("=");
        return /^[a-z_]\w*$/i.test(name) && value !== "" ? [[name, value]] : [];
      }),
    ),
    alertname: propertyOf(address, "alertname") ?? (words.map(capitalise).join("") || "Quarterdeck"),
    severity: severities[standingOf(message).name],
    subject: alertKey(message, 512),
  };
}

const annotationsOf = (message: Message) => ({
  ...Object.fromEntries(
    attributesOf(message.text).map(({ label, value }) => [
      label
        .toLowerCase()
        .replaceAll(/\W+/g, "_")
        .replace(/^(?=\d)/, "_") || "attribute",
      value,
    ]),
  ),
  summary: titleOf(message),
  description: plainMessage(message, { limit: maxText, withTitle: false, withLinks: false, withAttributes: false }),
});
