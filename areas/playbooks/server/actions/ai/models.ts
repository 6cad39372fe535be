// Calls language models over the documented APIs of their services. Calls contain only text; the model gets no tools.
import { z } from "zod";
import { serviceCall, type Service, type ServiceCall } from "#areas/connections/server/index.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";

export const backends = ["openai", "anthropic", "ollama", "gemini"] as const;
export type Backend = (typeof backends)[number];

export interface Model {
  backend: Backend;
  model: string;
  /** Empty to use the public address of the service. */
  url: string;
  key: string;
}

export interface Asked {
  system: string;
  prompt: string;
  maxTokens: number;
  /** The JSON schema of the answer. */
  schema: Readonly<Record<string, unknown>>;
}

export interface Generated {
  text: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  stopReason: string;
}

type Way = Pick<ActionContext, "outbound" | "signal" | "scrubber">;

interface BackendKind {
  title: string;
  address: string;
  defaultModel: string;
  headers(key: string): Readonly<Record<string, string>>;
  ask(service: ServiceCall, model: string, asked: Asked): Promise<Generated>;
}

/** A model may take minutes to answer. */
const answerMs = 10 * 60_000;

/** https://platform.openai.com/docs/api-reference/chat/create; many other services have the same API. */
const openai: BackendKind = {
  title: "OpenAI",
  address: "https://api.openai.com/v1",
  defaultModel: "gpt-4o-mini",
  headers: (key) => (key === "" ? {} : { authorization: `Bearer ${key}` }),
  async ask(service, model, { system, prompt, maxTokens, schema }) {
    const answer = await service.ask(
      "/chat/completions",
      z.object({
        model: z.string().optional(),
        choices: z
          .array(
            z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }),
          )
          .min(1),
        usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).optional(),
      }),
      {
        timeoutMs: answerMs,
        json: {
          model,
          messages: [
            { role: "system", content: system },
            { role: "user", content: prompt },
          ],
          max_completion_tokens: maxTokens,
          response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
        },
      },
    );
    const [choice] = answer.choices;
    return {
      text: choice!.message.content ?? "",
      model: answer.model ?? model,
      inputTokens: answer.usage?.prompt_tokens ?? 0,
      outputTokens: answer.usage?.completion_tokens ?? 0,
      stopReason: choice!.finish_reason ?? "",
    };
  },
};

/** https://docs.anthropic.com/en/api/messages */
const anthropic: BackendKind = {
  title: "Anthropic",
  address: "https://api.anthropic.com",
  defaultModel: "claude-sonnet-4-0",
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  async ask(service, model, { system, prompt, maxTokens, schema }) {
    const answer = await service.ask(
      "/v1/messages",
      z.object({
        model: z.string(),
        content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
        usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
        stop_reason: z.string().nullish(),
      }),
      {
        timeoutMs: answerMs,
        json: {
          model,
          max_tokens: maxTokens,
          system: `${system}\n\nAnswer with one JSON object and nothing else. Its JSON schema is: ${JSON.stringify(schema)}`,
          messages: [{ role: "user", content: prompt }],
        },
      },
    );
    return {
      text: answer.content.map(({ text = "" }) => text).join(""),
      model: answer.model,
      inputTokens: answer.usage.input_tokens,
      outputTokens: answer.usage.output_tokens,
      stopReason: answer.stop_reason ?? "",
    };
  },
};

/** https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion */
const ollama: BackendKind = {
  title: "Ollama",
  address: "http://127.0.0.1:11434",
  defaultModel: "llama3.2",
  headers: (key) => (key === "" ? {} : { authorization: `Bearer ${key}` }),
  async ask(service, model, { system, prompt, maxTokens, schema }) {
    const answer = await service.ask(
      "/api/chat",
      z.object({
        model: z.string(),
        message: z.object({ content: z.string() }),
        prompt_eval_count: z.number().default(0),
        eval_count: z.number().default(0),
        done_reason: z.string().optional(),
      }),
      {
        timeoutMs: answerMs,
        json: {
          model,
          stream: false,
          format: schema,
          options: { num_predict: maxTokens },
          messages: [
            { role: "system", content: system },
            { role: "user", content: prompt },
          ],
        },
      },
    );
    return {
      text: answer.message.content,
      model: answer.model,
      inputTokens: answer.prompt_eval_count,
      outputTokens: answer.eval_count,
      stopReason: answer.done_reason ?? "",
    };
  },
};

/** https://ai.google.dev/api/generate-content */
const gemini: BackendKind = {
  title: "Gemini",
  address: "https://generativelanguage.googleapis.com/v1beta",
  defaultModel: "gemini-2.5-flash",
  headers: (key) => ({ "x-goog-api-key": key }),
  async ask(service, model, { system, prompt, maxTokens, schema }) {
    const answer = await service.ask(
      `/models/${encodeURIComponent(model)}:generateContent`,
      z.object({
        candidates: z
          .array(
            z.object({
              content: z
                .object({ parts: z.array(z.looseObject({ text: z.string().optional() })).default([]) })
                .optional(),
              finishReason: z.string().optional(),
            }),
          )
          .min(1),
        usageMetadata: z
          .object({ promptTokenCount: z.number().default(0), candidatesTokenCount: z.number().default(0) })
          .optional(),
        modelVersion: z.string().optional(),
      }),
      {
        timeoutMs: answerMs,
        json: {
          systemInstruction: { parts: [{ text: system }] },
          contents: [{ role: "user", parts: [{ text: prompt }] }],
          generationConfig: {
            maxOutputTokens: maxTokens,
            responseMimeType: "application/json",
            responseJsonSchema: schema,
          },
        },
      },
    );
    const [candidate] = answer.candidates;
    return {
      text: (candidate!.content?.parts ?? []).map(({ text = "" }) => text).join(""),
      model: answer.modelVersion ?? model,
      inputTokens: answer.usageMetadata?.promptTokenCount ?? 0,
      outputTokens: answer.usageMetadata?.candidatesTokenCount ?? 0,
      stopReason: candidate!.finishReason ?? "",
    };
  },
};

const kinds: Readonly<Record<Backend, BackendKind>> = { openai, anthropic, ollama, gemini };

export const defaultModelOf = (backend: Backend) => kinds[backend].defaultModel;

export async function generate({ backend, model, url, key }: Model, asked: Asked, way: Way): Promise<Generated> {
  const kind = kinds[backend];
  if (key === "" && backend !== "ollama" && url === "") throw new ActionInvalid(`${kind.title} needs an API key.`);
  way.scrubber.know(key);
  const service: Service = {
    name: kind.title,
    // Existing Anthropic clients accept the address with or without the version.
    address: backend === "anthropic" ? (url || kind.address).replace(/\/v1\/*$/, "") : url || kind.address,
    credential: "the API key",
    secrets: [key],
    headers: kind.headers(key),
    right: "use the model",
  };
  const generated = await kind.ask(
    serviceCall(way, url === "" ? { ...service, isFixed: true } : service),
    model,
    asked,
  );
  if (/^(?:length|max_tokens|MAX_TOKENS)$/.test(generated.stopReason))
    throw new Error(`The model's response is longer than ${asked.maxTokens} tokens. Raise limits.outputTokens.`);
  return generated;
}
