// A small web server that says what a test tells it to, for tests of the console's client. The page of the test is put on
// its address, so that requests go where a browser's would.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface LocalServer {
  url: string;
  /** The next answers; the last one stays. */
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
  requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
}

export async function startLocalServer(): Promise<LocalServer> {
  const local: LocalServer = { url: "", answer: (_, response) => response.writeHead(404).end(), requests: [] };
  const server = createServer(async (request, response) => {
    let body = "";
    try {
      for await (const chunk of request) body += String(chunk);
    } catch {
      // Whoever asked gave up before it was said.
      return;
    }
    local.requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    local.answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  local.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return local;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): LocalServer["answer"] =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
