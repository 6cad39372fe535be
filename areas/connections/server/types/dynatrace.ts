import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const token = z.object({
  name: z.string(),
  owner: z.string().optional(),
  enabled: z.boolean(),
  expirationDate: z.string().nullish(),
});

export const dynatrace = connectionType({
  type: "dynatrace",
  title: "Dynatrace",
  icon: "dynatrace",
  group: "Monitoring",
  fields: {
    url: line("Host", "url", { placeholder: "abc12345.live.dynatrace.com" }),
    password: credential("API Key", "password"),
    scheme: line("Scheme", "properties.scheme", { placeholder: "https" }),
  },
  async test({ url, password, properties, insecure_tls }, trial) {
    const key = needed(password, "API Key");
    const host = needed(url, "Host").replace(/^https?:\/\//i, "");
    const service = serviceCall(trial, {
      name: "Dynatrace",
      address: `${properties["scheme"] || "https"}://${host}`,
      credential: "the API key",
      secrets: [key],
      headers: { authorization: `Api-Token ${key}` },
      tls: { insecure: insecure_tls },
    });
    const reply = await service.reply("/api/v2/apiTokens/lookup", { json: { token: key } });
    // Dynatrace responds with 401 to an unknown key, and with 403 to a key without the right to this request.
    if (reply.status === 403)
      return `Dynatrace at ${service.host}, with a valid key; reading its owner requires apiTokens.read`;
    const { name, owner, enabled, expirationDate } = service.read(reply, token);
    if (!enabled) throw new ConnectionFailure(`The API key ${name} is turned off`, "Turn it on in Dynatrace.");
    return `Dynatrace at ${service.host}, key ${name}${owner ? ` of ${owner}` : ""}${expirationDate ? `, until ${expirationDate}` : ""}`;
  },
});
