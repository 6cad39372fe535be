// Resolves the address of a recipient. The connection of a destination is resolved at most every few seconds, because
// thousands of messages may be sent to it.
import { resolveConnection } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import { DeliveryFailure } from "../channels/channel.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";
import type { ServiceAddress } from "../channels/service-url.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";

export interface Resolved extends ServiceAddress {
  /** Knows the secrets of the address. */
  scrubber: Scrubber;
}

const keptMs = 5_000;
const maxKept = 500;

export function createAddresses(system: System, channels: ChannelTools) {
  const kept = new Map<string, { until: number; resolved: Promise<Resolved> }>();

  async function resolve(rule: Rule, { service, fault }: Recipient): Promise<Resolved> {
    if (fault !== undefined) throw new DeliveryFailure(fault, { isFinal: true });
    const scrubber = createScrubber();
    const { connection, url, webhook, email } = service;
    if (connection) {
      const opened = await resolveConnection(system, connection, {
        subject: { kind: "notification", id: rule.id, name: rule.name, namespace: rule.namespace },
        namespace: rule.namespace ?? "default",
        scrubber,
        purpose: "message",
      });
      const address = channels.addressOfConnection(opened);
      if (!address)
        throw new DeliveryFailure(`Connections of the type ${opened.type} cannot receive messages.`, { isFinal: true });
      return { ...address, scrubber };
    }
    if (url) return { ...channels.addressOfUrl(url), scrubber };
    if (webhook) {
      scrubber.know(webhook.secret);
      const properties = {
        ...(webhook.method !== undefined && { requestMethod: webhook.method }),
        ...(webhook.contentType !== undefined && { contentType: webhook.contentType }),
      };
      const address = {
        url: webhook.url,
        properties,
        ...(webhook.secret !== undefined && { password: webhook.secret }),
      };
      return { type: "generic_webhook", address, scrubber };
    }
    const mail = channels.systemMail(system, email ?? "");
    if (!mail) throw new DeliveryFailure("Emails cannot be sent, because SMTP_URL is not set.", { isFinal: true });
    return { ...mail, scrubber };
  }

  return {
    /** Throws a DeliveryFailure or a Problem. */
    of(rule: Rule, recipient: Recipient): Promise<Resolved> {
      const key = `${rule.id} ${recipient.key} ${JSON.stringify(recipient.service)}`;
      const known = kept.get(key);
      if (known && known.until > performance.now()) return known.resolved;
      if (kept.size >= maxKept) kept.clear();
      const resolved = resolve(rule, recipient);
      kept.set(key, { until: performance.now() + keptMs, resolved });
      resolved.catch(() => kept.delete(key));
      return resolved;
    },
  };
}

export type Addresses = ReturnType<typeof createAddresses>;
