import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { credential, line, sourced } from "../connection/fields.ts";
import { withModel } from "./language-model.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const models = z.object({ data: z.array(z.object({ id: z.string() })), has_more: z.boolean().optional() });
const model = z.object({ id: z.string(), display_name: z.string().optional() });

export const anthropic = connectionType({
  type: "anthropic",
  title: "Anthropic",
  icon: "anthropic",
  group: "Language models",
  fields: {
    model: line("Model", "properties.model").optional(),
    url: sourced("Base URL", "url", { description: "appropriate when using a proxy" }).optional(),
    password: credential("API Key", "password"),
  },
  async test({ url, password, properties }, trial) {
    const key = needed(password, "API Key");
    const service = serviceCall(trial, {
      name: "Anthropic",
      // Anthropic's own clients accept the URL with or without the version.
      address: (url || "https://api.anthropic.com").replace(/\/v1\/*$/, ""),
      ...(url ? {} : { isFixed: true as const }),
      credential: "the API key",
      secrets: [key],
      headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
      right: "list models",
    });
    const { data, has_more } = await service.ask("/v1/models?limit=1000", models);
    const description = `Anthropic at ${service.host}, ${countOf(data.length, "model", "models")}${has_more ? " and more" : ""}`;
    // Aliases such as …-latest are missing from the list.
    return withModel(service, {
      description,
      name: properties["model"],
      path: "/v1/models",
      shape: model,
      known: data,
    });
  },
});
