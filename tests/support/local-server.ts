// A small web server whose responses a test sets, for tests of the console's client. The test page has the address of
// this server, so its requests arrive here.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface LocalServer {
  url: string;
  /** Handles every request, except that /api/ready always succeeds. */
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
  requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
}

export async function startLocalServer(): Promise<LocalServer> {
  const local: LocalServer = { url: "", answer: (_, response) => response.writeHead(404).end(), requests: [] };
  const server = createServer(async (request, response) => {
    // After a failed request the console polls this path, even while the next test runs.
    if (request.url === "/api/ready") return json(200, { ready: true })(request, response, "");
    let body = "";
    try {
      for await (const chunk of request) body += String(chunk);
    } catch {
      // The client aborted the request before its body was complete.
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
