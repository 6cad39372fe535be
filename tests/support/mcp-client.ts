// An MCP client as assistants use it: the official SDK over streamable HTTP.
//
//   const ada = await connectMcp(server, token);
//   const { isError, value } = await ada.call("search_catalog", { query: "pod-5" });
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll } from "vitest";
import type { TestServer } from "./test-server.ts";

export interface ToolAnswer {
  isError: boolean;
  /** The parts of the answer. */
  texts: string[];
  /** The first part, read as JSON; the text itself if it is not JSON. */
  value: unknown;
}

export async function connectMcp(server: Pick<TestServer, "url">, token: string, path = "/api/mcp") {
  const client = new Client({ name: "harbour-assistant", version: "1.4" });
  const transport = new StreamableHTTPClientTransport(new URL(server.url + path), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  afterAll(() => client.close());
  return {
    client,
    transport,
    async call(name: string, values: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { isError, content } = await client.callTool({ name, arguments: values });
      const texts = (content as { text: string }[]).map(({ text }) => text);
      return { isError: isError === true, texts, value: readJson(texts[0]!) };
    },
  };
}

export type ConnectedMcp = Awaited<ReturnType<typeof connectMcp>>;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
