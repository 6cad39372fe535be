// Alertmanager: a problem is an alert, and its recovery ends the alert. Alertmanager identifies alerts by their labels,
// so repeated requests change the same alert. The severity is a label, because routes use it. Therefore each request
// also ends the same alert with any other severity.
import { z } from "zod";
import { basic } from "#areas/connections/server/index.ts";
import { capitalise } from "#lib/text/words.ts";
import { attributesOf, pageOf, standingOf, type Standing, titleOf } from "../text/message-document.ts";
import { plainMessage } from "../text/render-message.ts";
import { type Address, DeliveryFailure, type Message } from "./channel.ts";
import { alertKey, canRecover } from "./subject-key.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService } from "./channel-service.ts";

/**
 * Alertmanager ends an alert without an end after five minutes. An alert from Quarterdeck ends with the recovery, or
 * after this time.
 */
const endsAfterMs = 30 * 24 * 3_600_000;
/**
 * A digest or a notice has no recovery, so its alert ends after this time. Alertmanager notifies its receivers before
 * that.
 */
const newsEndAfterMs = 5 * 60_000;
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

const ownSeverities = new Set(Object.values(severities));

export const alertmanager = defineChannel({
  type: "alertmanager",
  title: "Alertmanager",
  icon: "alertmanager",
  keepsAlerts: true,
  spec: z.object({
    alertname: property("Name of the alert", "Default: the kind of the resource, such as CheckProblem"),
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
    const current = { labels: labelsOf(message, address), startsAt: previous?.startsAt ?? message.at };
    await service.send("/api/v2/alerts", { json: alertsOf(message, { current, previous }) });
    return { reference: current };
  },
});

type Reference = z.output<typeof reference>;

/** The alert for the message, and ended versions of the alerts that it replaces. */
function alertsOf(
  message: Message,
  { current, previous }: { current: Reference; previous: Reference | undefined },
): object[] {
  const page = pageOf(message);
  const alertOf = (labels: Reference["labels"], endsAt: string) => ({
    labels,
    annotations: annotationsOf(message),
    startsAt: current.startsAt,
    endsAt,
    ...(page === undefined ? {} : { generatorURL: page }),
  });
  const later = (from: number, millis: number) => alertOf(current.labels, new Date(from + millis).toISOString());
  const { severity = "" } = current.labels;
  // A severity label in the rule replaces the severity of the message.
  const others = ownSeverities.has(severity) ? [...ownSeverities].filter((other) => other !== severity) : [];
  // Ending an alert that does not exist has no effect.
  const ends = others.map((other) => alertOf({ ...current.labels, severity: other }, message.at));
  if (message.purpose === "resolved")
    return [...(previous ? [previous.labels] : []), current.labels]
      .map((labels) => alertOf(labels, message.at))
      .concat(ends);
  return canRecover(message)
    ? [later(Date.parse(message.at), endsAfterMs), ...ends]
    : [later(Date.now(), newsEndAfterMs)];
}

function urlOf(address: Address): URL {
  const written = required(address.url, "URL").replace(/^alertmanager\+/i, "");
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new DeliveryFailure("The URL is not valid. Use the form https://host:9093.", { isFinal: true });
  url.username = "";
  url.password = "";
  return url;
}

/** Labels identify the alert, so all of them except the severity must stay the same while the problem lasts. */
function labelsOf(message: Message, address: Address): Record<string, string> {
  const words = message.event.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const isProblem = message.purpose === "resolved" || (message.purpose === "problem" && !message.isNews);
  const name = (isProblem ? [...words.slice(0, 1), "problem"] : words).map(capitalise).join("");
  return {
    severity: severities[standingOf(message).name],
    ...Object.fromEntries(
      (propertyOf(address, "labels") ?? "").split(",").flatMap((pair) => {
        const [label = "", ...rest] = pair.split("=").map((part) => part.trim());
        const value = rest.join("=");
        return /^[a-z_]\w*$/i.test(label) && value !== "" ? [[label, value]] : [];
      }),
    ),
    alertname: propertyOf(address, "alertname") ?? name,
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
