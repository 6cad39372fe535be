// Simulates language model services according to their documentation.
import { json, type StandIn } from "./stand-in.ts";

export const keys = {
  anthropic: "sk-ant-api03-uYx2canaryQ",
  openai: "sk-proj-7Fh2canaryW",
  ollama: "ollama-Jk31canaryE",
};

const claudes = ["claude-opus-4-1-20250805", "claude-sonnet-4-20250514", "claude-3-5-haiku-20241022"];

/** https://docs.anthropic.com/en/api/models-list and …/models */
const anthropic: StandIn = ({ path, headers }) => {
  const refused = (status: number, type: string, message: string) =>
    json({ type: "error", error: { type, message }, request_id: "req_011" }, status);
  if (headers["anthropic-version"] !== "2023-06-01")
    return refused(400, "invalid_request_error", "anthropic-version: header is required");
  if (headers["x-api-key"] !== keys.anthropic) return refused(401, "authentication_error", "invalid x-api-key");
  const model = (id: string) => ({ type: "model", id, display_name: id, created_at: "2025-05-14T00:00:00Z" });
  if (path === "/v1/models")
    return json({ data: claudes.map(model), has_more: false, first_id: claudes[0], last_id: claudes.at(-1) });
  const id = path.replace("/v1/models/", "");
  if (id === "claude-sonnet-4-0" || claudes.includes(id)) return json(model("claude-sonnet-4-20250514"));
  return refused(404, "not_found_error", `model: ${id}`);
};

/** https://platform.openai.com/docs/api-reference/models */
const openai: StandIn = ({ path, headers }) => {
  const key = headers["authorization"]?.replace("Bearer ", "") ?? "";
  if (key !== keys.openai) {
    // The error repeats the beginning and the end of the key.
    const message = `Incorrect API key provided: ${key.slice(0, 8)}****${key.slice(-4)}. You can find your API key at https://platform.openai.com/account/api-keys.`;
    return json({ error: { message, type: "invalid_request_error", param: null, code: "invalid_api_key" } }, 401);
  }
  const model = (id: string) => ({ id, object: "model", created: 1686935002, owned_by: "openai" });
  if (path === "/v1/models") return json({ object: "list", data: [model("gpt-4.1"), model("gpt-4o-mini")] });
  const id = path.replace("/v1/models/", "");
  const message = `The model '${id}' does not exist`;
  return json({ error: { message, type: "invalid_request_error", param: "model", code: "model_not_found" } }, 404);
};

/** https://github.com/ollama/ollama/blob/main/docs/api.md, behind a proxy that requires a key. */
const ollama: StandIn = ({ path, headers }) => {
  if (headers["authorization"] !== `Bearer ${keys.ollama}`) return { status: 401, body: "Unauthorized" };
  if (path !== "/api/tags") return { status: 404, body: "404 page not found" };
  const model = (name: string) => ({ name, model: name, size: 4_661_224_676, digest: "365c0bd3c000", details: {} });
  return json({ models: [model("llama3.2:latest"), model("qwen3:8b")] });
};

export const languageModels = {
  "api.anthropic.com": anthropic,
  "claude.proxy.example": anthropic,
  "api.openai.com": openai,
  "openai.proxy.example": openai,
  "ollama.example": ollama,
};
