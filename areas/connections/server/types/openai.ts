import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { credential, line, sourced } from "../connection/fields.ts";
import { withModel } from "./language-model.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const model = z.object({ id: z.string() });

export const openai = connectionType({
  type: "openai",
  title: "OpenAI",
  icon: "openai",
  group: "Language models",
  fields: {
    url: line("URL", "url", { placeholder: "https://api.openai.com/v1" }).optional(),
    model: sourced("Model", "properties.model").optional(),
    password: credential("API Key", "password"),
  },
  async test({ url, password, properties }, trial) {
    const key = needed(password, "API Key");
    const service = serviceCall(trial, {
      name: "OpenAI",
      address: url || "https://api.openai.com/v1",
      ...(url ? {} : { isFixed: true as const }),
      credential: "the API key",
      secrets: [key],
      headers: { authorization: `Bearer ${key}` },
      right: "list models",
    });
    const { data } = await service.ask("/models", z.object({ data: z.array(model) }));
    const description = `OpenAI at ${service.host}, ${countOf(data.length, "model", "models")}`;
    return withModel(service, { description, name: properties["model"], path: "/models", shape: model, known: data });
  },
});
