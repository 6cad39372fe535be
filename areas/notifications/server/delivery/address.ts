// Resolves the address of a recipient. The connection of a destination is resolved at most every few seconds, because
// thousands of messages may be sent to it.
import { resolveConnection, type Subject } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import { DeliveryFailure } from "../channels/channel.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";
import type { ServiceAddress } from "../channels/service-url.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";

export interface Resolved extends ServiceAddress {
  /** Masks the secrets of the address. */
  scrubber: Scrubber;
}

const keptMs = 5_000;

export interface Resolving {
  /** The rule, or the person who sends a test. */
  subject: Subject;
  namespace: string;
  /** Whether cached values are read again. */
  isFresh?: boolean;
  scrubber: Scrubber;
}

/** Resolves the address of a recipient and decrypts its secrets, which are added to the scrubber. */
export async function resolveAddress(
  system: System,
  channels: Pick<ChannelTools, "addressOfConnection" | "addressOfUrl" | "systemMail">,
  { service, fault }: Pick<Recipient, "service" | "fault">,
  { subject, namespace, isFresh, scrubber }: Resolving,
): Promise<ServiceAddress> {
  if (fault !== undefined) throw new DeliveryFailure(fault, { isFinal: true });
  const { connection, url, webhook, email } = service;
  if (connection) {
    const opened = await resolveConnection(system, connection, {
      subject,
      namespace,
      scrubber,
      purpose: "message",
      ...(isFresh && { isFresh }),
    });
    // A plain URL is also a valid reference.
    const address = opened.id === null ? channels.addressOfUrl(connection) : channels.addressOfConnection(opened);
    if (address) return address;
    throw new DeliveryFailure(`Messages cannot be sent to connections of type ${opened.type}.`, { isFinal: true });
  }
  if (url) return channels.addressOfUrl(url);
  if (webhook) {
    const { secret, method, contentType } = webhook;
    scrubber.know(secret);
    const properties = {
      ...(method !== undefined && { requestMethod: method }),
      ...(contentType !== undefined && { contentType }),
    };
    const address = { url: webhook.url, properties, ...(secret && { password: secret }) };
    return { type: "generic_webhook", address };
  }
  const mail = channels.systemMail(system, email ?? "");
  if (!mail) throw new DeliveryFailure("Emails cannot be sent, because SMTP_URL is not set.", { isFinal: true });
  return mail;
}

export function createAddresses(system: System, channels: ChannelTools) {
  /** Every change of a rule creates new recipient objects. */
  const kept = new WeakMap<Recipient, { until: number; resolved: Promise<Resolved> }>();

  async function resolve(rule: Rule, recipient: Recipient): Promise<Resolved> {
    const { id, name, namespace } = rule;
    const scrubber = createScrubber();
    const address = await resolveAddress(system, channels, recipient, {
      subject: { kind: "notification", id, name, namespace },
      namespace: namespace ?? "default",
      scrubber,
    });
    return { ...address, scrubber };
  }

  return {
    /** Throws a DeliveryFailure or a Problem. */
    of(rule: Rule, recipient: Recipient): Promise<Resolved> {
      const known = kept.get(recipient);
      if (known && known.until > performance.now()) return known.resolved;
      const resolved = resolve(rule, recipient);
      kept.set(recipient, { until: performance.now() + keptMs, resolved });
      resolved.catch(() => kept.delete(recipient));
      return resolved;
    },
  };
}

export type Addresses = ReturnType<typeof createAddresses>;
