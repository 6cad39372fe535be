// The configurations of MCP clients for a new access token.

export interface ClientSnippet {
  value: string;
  label: string;
  language: "json" | "shell";
  code: string;
}

const serverName = "mission-control";

/** The value of the Authorization header: the user `token`, with the access token as password. */
export const basicOf = (token: string) => `Basic ${btoa(`token:${token}`)}`;

/** The configurations in the order of the tabs. */
export function clientSnippets(url: string, authorization: string): ClientSnippet[] {
  // Most clients start this program, which forwards messages to the endpoint.
  const bridge = {
    command: "npx",
    args: ["-y", "@modelcontextprotocol/server-http", url],
    env: { AUTHORIZATION: authorization },
  };
  const named = { [serverName]: bridge };
  const json = (value: string, label: string, document: object): ClientSnippet => ({
    value,
    label,
    language: "json",
    code: JSON.stringify(document, undefined, 2),
  });
  return [
    json("claude-desktop", "Claude Desktop", { mcpServers: named }),
    json("claude-code", "Claude Code", {
      name: serverName,
      type: "http",
      url,
      headers: { Authorization: authorization },
    }),
    json("vscode", "VS Code Copilot", { "github.copilot.mcp.servers": named }),
    json("cline", "Cline", { "cline.mcpServers": named }),
    json("continue", "Continue.dev", { mcpServers: [{ name: serverName, ...bridge }] }),
    json("zed", "Zed Editor", { assistant: { mcp: { servers: named } } }),
    { value: "http", label: "Direct HTTP", language: "shell", code: initializeCommand(url, authorization) },
  ];
}

function initializeCommand(url: string, authorization: string): string {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "curl", version: "1.0" } },
  };
  return [
    `curl -X POST ${url}`,
    `-H 'Authorization: ${authorization}'`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(message)}'`,
  ].join(" \\\n  ");
}
