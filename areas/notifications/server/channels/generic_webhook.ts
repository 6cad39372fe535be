// Generic webhook: posts JSON. Messages are signed as standardwebhooks.com describes, and retries have the same
// Idempotency-Key.
import { createHmac } from "node:crypto";
import { z } from "zod";
import { type Reply, secretsInUrl, type Service } from "#areas/connections/server/index.ts";
import { plainMessage } from "../text/render-message.ts";
import { cut } from "../text/document.ts";
import { attributesOf, titleOf } from "../text/message-document.ts";
import { type Address, DeliveryFailure, type Message, type MessageText } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { channelService } from "./channel-service.ts";
import { type Showing, shownWebhook } from "./exchange.ts";

const limits = { text: 10_000, note: 500, parts: 100 };
const maxText = 100_000;
/** Web servers refuse longer request lines. */
const maxQueryText = 1_500;

export const genericWebhook = defineChannel({
  type: "generic_webhook",
  title: "Webhook",
  icon: "webhook",
  aliases: ["generic", "webhook"],
  spec: z.object({
    requestMethod: property("Request method", "POST or GET"),
    contentType: property("Content type"),
    key: property("Message key"),
    titleKey: property("Title key"),
  }),
  async deliver(address, message, sending) {
    const { url, isGet, service: known, shown } = webhookOf(address);
    const body = isGet ? undefined : bodyOf(message, address);
    const fields = isGet ? new URLSearchParams(shortFields(message, address)).toString() : "";
    const withFields = (start: string) => (fields === "" ? start : `${start}${url.search ? "&" : "?"}${fields}`);
    const secret = address.password;
    const service = channelService(sending, isGet ? { ...known, show: () => withFields(shown) } : known);
    const content = body?.content ?? "";
    // A proxy responds with 404 while its backend is being replaced, and a receiver with 409 while it handles the same
    // key.
    const waiting = (reply: Reply) =>
      reply.status === 404 || reply.status === 409 ? service.failure(reply, { isFinal: false }) : undefined;
    const request = {
      method: isGet ? "GET" : "POST",
      headers: {
        ...(body && { "content-type": body.type }),
        "idempotency-key": message.id,
        ...(secret ? signatureOf(secret, { id: message.id, content }) : {}),
      },
      ...(body && { body: content }),
    };
    await service.send(withFields(`${url.pathname}${url.search}`), request, waiting);
    return {};
  },
});

interface Webhook {
  url: URL;
  isGet: boolean;
  service: Service & Showing;
  /** The URL without its secrets. */
  shown: string;
}

/** Cached, because thousands of messages may be sent to one address. */
const webhooks = new WeakMap<Address, Webhook>();

function webhookOf(address: Address): Webhook {
  const known = webhooks.get(address);
  if (known) return known;
  const url = urlOf(address);
  const shown = shownWebhook(url.href, "generic_webhook");
  const webhook = {
    url,
    isGet: propertyOf(address, "requestMethod", "method")?.toUpperCase() === "GET",
    service: {
      name: "The webhook",
      address: url.origin,
      credential: "the address of the webhook",
      secrets: [...secretsInUrl(url.href, "generic_webhook"), ...queryOf(url), address.password],
      show: () => shown,
      hasPlainBody: true,
    },
    shown,
  };
  webhooks.set(address, webhook);
  return webhook;
}

/** The form stores the URL in a column that is never returned, because the address of a webhook is a credential. */
function urlOf(address: Address): URL {
  const kept = /^https?:\/\//i.test(address.username ?? "") ? address.username : address.url;
  const written = required(kept ?? address.username, "URL").replace(/^generic\+/i, "");
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new DeliveryFailure("The URL is not valid. Use the form https://host/path.", { isFinal: true });
  if (url.username || url.password)
    throw new DeliveryFailure("The URL contains a username or a password. Use a token in its path or query.", {
      isFinal: true,
    });
  if (address.insecureTls) url.protocol = "http:";
  return url;
}

/** Any value in the query may be a token, even a value without a name. Short words are not masked. */
const queryOf = (url: URL) =>
  [...url.searchParams].flatMap(([name, value]) => (value === "" ? [name] : [value])).filter((word) => word.length > 7);

const keysOf = (address: Address) => ({
  title: propertyOf(address, "titleKey") ?? "title",
  message: propertyOf(address, "key", "messageKey") ?? "message",
});

function shortFields(message: Message, address: Address): Record<string, string> {
  const keys = keysOf(address);
  return {
    [keys.title]: titleOf(message),
    [keys.message]: plainMessage(message, { limit: maxQueryText, withTitle: false }),
  };
}

/** The body is JSON; for other content types it is only the text. */
function bodyOf(message: Message, address: Address): { type: string; content: string } {
  const type = propertyOf(address, "contentType") ?? "application/json";
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return { type, content: new URLSearchParams(shortFields(message, address)).toString() };
  if (!/[/+]json\b/i.test(type)) return { type, content: plainMessage(message, { limit: maxText }) };
  const keys = keysOf(address);
  return {
    type,
    content: JSON.stringify({
      [keys.title]: titleOf(message),
      [keys.message]:
        cut(message.text.body ?? "", maxText) ||
        plainMessage(message, { limit: maxText, withTitle: false, withLinks: false }),
      id: message.id,
      purpose: message.purpose,
      event: message.event,
      at: message.at,
      health: message.health,
      subject: message.subject,
      permalink: message.permalink,
      ...partsOf(message.text),
    }),
  };
}

/**
 * The parts of the message, for programs to read. Receivers limit the size of requests, so the size of each part is
 * limited.
 */
const partsOf = ({ summary, description, attributes, recentChanges, resources, actions }: MessageText) => ({
  summary: cut(summary, limits.text),
  description: description === undefined ? undefined : cut(description, limits.text),
  attributes: attributesOf({ attributes }),
  recent_changes: recentChanges
    .slice(0, limits.parts)
    .map((change) => ({ ...change, summary: change.summary && cut(change.summary, limits.note) })),
  resources: resources.slice(0, limits.parts).map(({ name, note, ...rest }) => ({
    name: cut(name, limits.note),
    ...rest,
    note: note && cut(note, limits.note),
  })),
  actions,
});

/**
 * https://www.standardwebhooks.com: the signature covers id, time and body, so that attackers cannot change them or
 * replay an old message. A secret that begins with whsec_ is base64.
 */
export function signatureOf(
  secret: string,
  { id, content, seconds = Math.floor(Date.now() / 1_000) }: { id: string; content: string; seconds?: number },
): Record<string, string> {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${content}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": `${seconds}`, "webhook-signature": `v1,${signature}` };
}
