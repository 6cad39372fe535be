import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { text } from "#server/spec/parts.ts";
import { choice, credential, line, plainHttp } from "../connection/fields.ts";
import { greeting, onlyBySending } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

/** Builds the URL: the switch selects the scheme, and the rest is used as written. */
function addressOf(written: string, isPlain: boolean): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConnectionFailure("The URL is not valid", "Use the form https://host/path.");
  if (isPlain) url.protocol = "http:";
  return url;
}

export const genericWebhook = connectionType({
  type: "generic_webhook",
  title: "Generic Webhook",
  icon: "webhook",
  group: "Messages",
  isForMessages: true,
  fields: {
    // Stored in a column that is not readable, because the address of a webhook is a credential.
    url: line("URL", "username", { placeholder: "https://host/path" }),
    contentType: text.default("application/json").meta({ label: "ContentType", kept: "properties.contentType" }),
    requestMethod: choice("Request Method", "properties.requestMethod", ["POST", "GET"], "POST"),
    key: line("Message Key", "properties.key").default("message"),
    titleKey: line("Title Key", "properties.titleKey").default("title"),
    insecure_tls: plainHttp,
    secret: credential("Signing Secret", "password", {
      description: "Signs each message as described at standardwebhooks.com",
    }).optional(),
  },
  url({
    url = "",
    contentType = "application/json",
    requestMethod = "POST",
    key = "message",
    titleKey = "title",
    ...rest
  }) {
    const query = new URLSearchParams({
      ContentType: contentType,
      MessageKey: key,
      TitleKey: titleKey,
      RequestMethod: requestMethod,
      DisableTLS: rest["insecure_tls"] ?? "false",
    });
    return `generic+${url}${url.includes("?") ? "&" : "?"}${query}`;
  },
  async test({ username, properties, insecure_tls }, trial) {
    const written = needed(username, "URL");
    const at = addressOf(written, insecure_tls);
    if (!trial.sends) {
      const isSecure = at.protocol === "https:";
      const port = Number(at.port) || (isSecure ? 443 : 80);
      const socket = await trial.outbound.connect({
        host: at.hostname,
        port,
        ...(isSecure ? { tls: {} } : {}),
        signal: trial.signal,
      });
      socket.destroy();
      return onlyBySending(`${at.host} was reached`);
    }
    const fields = {
      [properties["titleKey"] || "title"]: greeting.title,
      [properties["key"] || "message"]: greeting.message,
    };
    const service = serviceCall(trial, {
      name: "The webhook",
      address: at.origin,
      credential: "the address of the webhook",
      secrets: [written, ...at.pathname.split("/"), ...at.searchParams.values()],
    });
    const isGet = properties["requestMethod"] === "GET";
    if (isGet) for (const [name, value] of Object.entries(fields)) at.searchParams.set(name, value);
    const reply = await service.reply(
      `${at.pathname}${at.search}`,
      isGet
        ? {}
        : {
            method: "POST",
            headers: { "content-type": properties["contentType"] || "application/json" },
            body: JSON.stringify(fields),
          },
    );
    if (reply.status < 200 || reply.status > 299) throw service.refusal(reply);
    return `${at.host} accepted a message (${reply.status})`;
  },
});
