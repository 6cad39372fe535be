import { expect, test } from "vitest";
import { keys, languageModels } from "#tests/services/language-models.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { type Parts, tried } from "#tests/services/tried.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { anthropic } from "./anthropic.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";

const standIns = await startStandIns(languageModels);

const wrongKey = (name: string) =>
  `${name} does not accept the API key → Check the API key (mistyped, revoked, expired).`;

test.each<[title: string, type: ConnectionType, parts: Parts, expected: string]>([
  ["a key that Anthropic does not know", anthropic, { password: "sk-ant-wrong" }, wrongKey("Anthropic")],
  ["a key that OpenAI does not know", openai, { password: "sk-proj-wrongcanary" }, wrongKey("OpenAI")],
  [
    "a key that Ollama does not know",
    ollama,
    { url: "https://ollama.example/", password: "wrong" },
    wrongKey("Ollama"),
  ],
  [
    "Anthropic by way of a proxy",
    anthropic,
    { url: "https://claude.proxy.example/", password: keys.anthropic },
    "Anthropic at claude.proxy.example, 3 models",
  ],
  [
    "a proxy whose address ends in the version",
    anthropic,
    { url: "https://claude.proxy.example/v1", password: keys.anthropic },
    "Anthropic at claude.proxy.example, 3 models",
  ],
  [
    "a model of Anthropic's",
    anthropic,
    { password: keys.anthropic, properties: { model: "claude-3-5-haiku-20241022" } },
    "Anthropic at api.anthropic.com, 3 models, claude-3-5-haiku-20241022 among them",
  ],
  [
    "an alias of a model, which is not in the list",
    anthropic,
    { password: keys.anthropic, properties: { model: "claude-sonnet-4-0" } },
    "Anthropic at api.anthropic.com, 3 models, claude-sonnet-4-0 among them",
  ],
  [
    "a model that Anthropic does not have",
    anthropic,
    { password: keys.anthropic, properties: { model: "gpt-4" } },
    "The model gpt-4 is not available at api.anthropic.com for this key → Choose a different model, such as claude-opus-4-1-20250805, claude-sonnet-4-20250514, claude-3-5-haiku-20241022.",
  ],
  [
    "OpenAI by way of a proxy",
    openai,
    { url: "https://openai.proxy.example/v1/", password: keys.openai, properties: { model: "gpt-4.1" } },
    "OpenAI at openai.proxy.example, 2 models, gpt-4.1 among them",
  ],
  [
    "a path that is not OpenAI's",
    openai,
    { url: "https://openai.proxy.example/elsewhere", password: keys.openai },
    "OpenAI at openai.proxy.example responded with “not found”: The model '/elsewhere/models' does not exist → Check the address.",
  ],
  [
    "a model that OpenAI does not have",
    openai,
    { password: keys.openai, properties: { model: "claude" } },
    "The model claude is not available at api.openai.com for this key → Choose a different model, such as gpt-4.1, gpt-4o-mini.",
  ],
  [
    "a model of Ollama's without its tag",
    ollama,
    { url: "https://ollama.example", password: keys.ollama, properties: { model: "llama3.2" } },
    "Ollama at ollama.example, 2 models, llama3.2 among them",
  ],
  [
    "a model that Ollama does not have",
    ollama,
    { url: "https://ollama.example", password: keys.ollama, properties: { model: "qwen3" } },
    "The model qwen3 is not available at ollama.example for this key → Choose a different model, such as llama3.2:latest, qwen3:8b.",
  ],
  [
    "an invalid address",
    ollama,
    { url: "ollama.example", password: keys.ollama },
    "The address of Ollama is not valid → Use the form https://host:port.",
  ],
  [
    "an address with a password in it",
    ollama,
    { url: "https://me:secret@ollama.example", password: keys.ollama },
    "The address contains a username or a password → Enter them in their own fields.",
  ],
])("tests a language model connection: %s", async (_, type, parts, expected) => {
  expect(await tried(type, parts, standIns)).toBe(expected);
});
