import { expect, test } from "vitest";
import { basicOf, clientSnippets } from "./client-snippets.ts";

const url = "https://deck.example.org/api/mcp";
const authorization = basicOf("qd_1_2");
const snippets = clientSnippets(url, authorization);
const documentOf = (label: string) => JSON.parse(snippets.find((one) => one.label === label)!.code) as unknown;

test("MC-02 there is a configuration for each of the seven clients", () => {
  expect(snippets.map(({ label }) => label)).toEqual([
    "Claude Desktop",
    "Claude Code",
    "VS Code Copilot",
    "Cline",
    "Continue.dev",
    "Zed Editor",
    "Direct HTTP",
  ]);
  expect(authorization).toBe(`Basic ${Buffer.from("token:qd_1_2").toString("base64")}`);
  const bridge = {
    command: "npx",
    args: ["-y", "@modelcontextprotocol/server-http", url],
    env: { AUTHORIZATION: authorization },
  };
  expect(documentOf("Claude Desktop")).toEqual({ mcpServers: { "mission-control": bridge } });
  expect(documentOf("Claude Code")).toEqual({
    name: "mission-control",
    type: "http",
    url,
    headers: { Authorization: authorization },
  });
  expect(documentOf("VS Code Copilot")).toEqual({ "github.copilot.mcp.servers": { "mission-control": bridge } });
  expect(documentOf("Cline")).toEqual({ "cline.mcpServers": { "mission-control": bridge } });
  expect(documentOf("Continue.dev")).toEqual({ mcpServers: [{ name: "mission-control", ...bridge }] });
  expect(documentOf("Zed Editor")).toEqual({ assistant: { mcp: { servers: { "mission-control": bridge } } } });
});

test("MC-03 Direct HTTP is a command that initializes a session with protocol version 2024-11-05", () => {
  const { code } = snippets.at(-1)!;
  expect(code).toContain(`curl -X POST ${url}`);
  expect(code).toContain(`-H 'Authorization: ${authorization}'`);
  expect(JSON.parse(/-d '(.*)'$/.exec(code)![1]!)).toMatchObject({
    jsonrpc: "2.0",
    method: "initialize",
    params: { protocolVersion: "2024-11-05" },
  });
});
