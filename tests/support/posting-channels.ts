// A channel for pipeline tests, which posts the message itself as JSON.
import { DeliveryFailure } from "#areas/notifications/server/channels/channel.ts";
import type { ChannelTools } from "#areas/notifications/server/channels/channel-tools.ts";

export const postingChannels: ChannelTools = {
  addressOfConnection: ({ url, properties }) => ({ type: "generic_webhook", address: { url: url ?? "", properties } }),
  addressOfUrl: (url) => ({ type: "generic_webhook", address: { url, properties: {} } }),
  systemMail: () => undefined,
  withProperties: (_, address, properties) => ({ ...address, properties: { ...address.properties, ...properties } }),
  async deliver(_, { url, properties }, message, { outbound, signal, record }) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(Number(properties["timeoutMs"] ?? 30_000))]);
    const answer = await outbound
      .fetch(url!, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": message.id,
          "x-process": String(process.pid),
        },
        body: JSON.stringify(message),
        signal: limited,
      })
      .catch((error: unknown) => {
        record({ request: `POST ${url}` });
        throw new DeliveryFailure(error instanceof Error ? error.message : String(error), { cause: error });
      });
    record({ request: `POST ${url}`, response: answer.text(), status: answer.status });
    if (answer.status < 300) return { reference: { delivered: message.id } };
    const wait = answer.headers["retry-after"];
    throw new DeliveryFailure(`The receiver responded with ${answer.status}.`, {
      isFinal: answer.status >= 400 && answer.status < 500 && answer.status !== 429,
      ...(wait !== undefined && { retryAfterMs: Number(wait) * 1_000 }),
    });
  },
  helpers: {},
};
