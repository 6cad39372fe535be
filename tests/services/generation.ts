// Simulates the generation of text by language models, according to the documentation of each service. The test sets
// the responses.
import { keys } from "./language-models.ts";
import { json, type Asked, type StandIn } from "./stand-in.ts";

export const geminiKey = "AIzaCanaryGemini";

export interface Generation {
  services: Readonly<Record<string, StandIn>>;
  /** The texts of the next responses; the last text is repeated. */
  answers: string[];
  /** The bodies of the requests. */
  asked: Readonly<Record<string, unknown>>[];
  /** The reason why the model stops. */
  stop: string | undefined;
}

export function generation(): Generation {
  const state: Generation = { services: {}, answers: [], asked: [], stop: undefined };
  const take = ({ body }: Pick<Asked, "body">) => {
    state.asked.push(JSON.parse(body) as Record<string, unknown>);
    return state.answers.length > 1 ? state.answers.shift()! : (state.answers[0] ?? "");
  };

  /** https://platform.openai.com/docs/api-reference/chat/create */
  const openai: StandIn = (asked) => {
    if (asked.headers["authorization"] !== `Bearer ${keys.openai}`)
      return json({ error: { message: `Incorrect API key provided: ${asked.headers["authorization"] ?? ""}` } }, 401);
    if (asked.path !== "/v1/chat/completions") return json({ error: { message: "Not found" } }, 404);
    const content = take(asked);
    return json({
      id: "chatcmpl-1",
      object: "chat.completion",
      model: "gpt-4o-mini-2024-07-18",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: state.stop ?? "stop" }],
      usage: { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 },
    });
  };

  /** https://docs.anthropic.com/en/api/messages */
  const anthropic: StandIn = (asked) => {
    if (asked.headers["x-api-key"] !== keys.anthropic)
      return json({ type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } }, 401);
    if (asked.path !== "/v1/messages" || asked.headers["anthropic-version"] !== "2023-06-01")
      return json({ type: "error", error: { type: "not_found_error", message: "Not found" } }, 404);
    return json({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-20250514",
      content: [{ type: "text", text: take(asked) }],
      stop_reason: state.stop ?? "end_turn",
      usage: { input_tokens: 900, output_tokens: 150 },
    });
  };

  /** https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion */
  const ollama: StandIn = (asked) => {
    if (asked.path !== "/api/chat") return { status: 404, body: "404 page not found" };
    return json({
      model: "llama3.2",
      message: { role: "assistant", content: take(asked) },
      done: true,
      done_reason: state.stop ?? "stop",
      prompt_eval_count: 800,
      eval_count: 120,
    });
  };

  /** https://ai.google.dev/api/generate-content */
  const gemini: StandIn = (asked) => {
    if (asked.headers["x-goog-api-key"] !== geminiKey)
      return json({ error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } }, 400);
    if (!/^\/v1beta\/models\/[\w.%-]+:generateContent$/.test(asked.path)) return json({ error: { code: 404 } }, 404);
    return json({
      candidates: [{ content: { role: "model", parts: [{ text: take(asked) }] }, finishReason: state.stop ?? "STOP" }],
      usageMetadata: { promptTokenCount: 700, candidatesTokenCount: 110 },
      modelVersion: "gemini-2.5-flash",
    });
  };

  state.services = {
    "api.openai.com": openai,
    "api.anthropic.com": anthropic,
    "ollama.example": ollama,
    "generativelanguage.googleapis.com": gemini,
  };
  return state;
}
