import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { credential, line, sourced } from "../connection/fields.ts";
import { unknownModel } from "./language-model.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const tags = z.object({ models: z.array(z.object({ name: z.string() })) });

export const ollama = connectionType({
  type: "ollama",
  title: "Ollama",
  icon: "ollama",
  group: "Language models",
  fields: {
    url: line("URL", "url", { placeholder: "http://host:11434" }),
    model: sourced("Model", "properties.model").optional(),
    password: credential("API Key", "password"),
  },
  async test({ url, password, properties }, trial) {
    const service = serviceCall(trial, {
      name: "Ollama",
      address: needed(url, "URL"),
      credential: "the API key",
      secrets: [password],
      // Ollama itself does not need a key, but a proxy in front of it may need a key.
      ...(password ? { headers: { authorization: `Bearer ${password}` } } : {}),
      right: "list models",
    });
    const { models } = await service.ask("/api/tags", tags);
    const known = models.map(({ name }) => ({ id: name }));
    const description = `Ollama at ${service.host}, ${countOf(known.length, "model", "models")}`;
    const name = properties["model"];
    if (!name) return description;
    if (!known.some(({ id }) => id === name || id === `${name}:latest`)) throw unknownModel(service, name, known);
    return `${description}, ${name} among them`;
  },
});
