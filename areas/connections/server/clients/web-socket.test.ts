import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { openWebSocket, UpgradeRefused } from "./web-socket.ts";

const protocol = "v5.channel.k8s.io";
let http: Server;
let server: WebSocketServer;
let socket: Socket;
let url: URL;

beforeEach(async () => {
  http = createServer((_request, response) => void response.writeHead(426).end("upgrade first"));
  server = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, stream, head) => {
    if (request.url === "/refused") return stream.end("HTTP/1.1 403 No\r\ncontent-length: 7\r\n\r\nno exec");
    server.handleUpgrade(request, stream, head, (client) => server.emit("connection", client, request));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  url = new URL(`http://127.0.0.1:${port}/exec`);
  socket = connect(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
});

afterEach(async () => {
  socket.destroy();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => http.close(resolve));
});

const open = (path = url.pathname, protocols = [protocol]) =>
  openWebSocket(socket, { url: new URL(path, url), headers: { authorization: "Bearer a\n" }, protocols });

test("yields every message, even those that arrive with the handshake response", async () => {
  const sent = Array.from({ length: 50 }, (_, index) => `message ${index}`);
  let authorization: string | undefined;
  server.on("connection", (client, request) => {
    ({ authorization } = request.headers);
    for (const text of sent) client.send(text);
    client.close();
  });
  const messages = await open();
  const received: string[] = [];
  for await (const message of messages) received.push(message.toString("utf8"));
  expect(received).toEqual(sent);
  expect(authorization).toBe("Bearer a");
});

test("reports the status and the body if the server refuses the upgrade", async () => {
  const failure = await open("/refused").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpgradeRefused);
  expect(failure).toMatchObject({ status: 403, body: "no exec" });
});

test("refuses a server that does not select the protocol", async () => {
  await expect(open("/exec", [])).resolves.toBeDefined();
  socket = connect(Number(url.port), "127.0.0.1");
  server.options.handleProtocols = () => false;
  await expect(open()).rejects.toThrow("no subprotocol");
});

test("throws the error with which the socket was destroyed", async () => {
  server.on("connection", (client) => client.send("first"));
  const messages = await open();
  expect((await messages.next()).value?.toString()).toBe("first");
  socket.destroy(new Error("out of time"));
  await expect(messages.next()).rejects.toThrow("out of time");
});

test("refuses a message of more than 16 MiB", async () => {
  server.on("connection", (client) => client.send(Buffer.alloc(16 * 1024 * 1024 + 1)));
  const messages = await open();
  await expect(messages.next()).rejects.toThrow("Max payload size exceeded");
});
