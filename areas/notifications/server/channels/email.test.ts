// Mail to real SMTP servers: content, threads, and failing servers.
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { makeAuthority } from "#tests/support/certificates.ts";
import { hostileMessage, problemMessage, resolvedMessage } from "#tests/support/messages.ts";
import { startSmtp } from "#tests/servers/smtp.ts";
import { delivered } from "#tests/services/delivering.ts";
import type { Address } from "./channel.ts";

const password = "canaryMm-mail-password";
const authority = makeAuthority();
const smtp = await startSmtp(authority.issue({ names: ["localhost"] }), password);
afterAll(() => smtp.stop());
const outbound = createOutbound();

beforeEach(() => {
  smtp.letters.length = 0;
});

const address = (properties: Record<string, string> = {}, more: Partial<Address> = {}): Address => ({
  username: "ada",
  password,
  ...more,
  properties: {
    host: "localhost",
    port: `${smtp.plainPort}`,
    from: "Deck <deck@example.org>",
    to: "ops@example.org",
    ...properties,
  },
});
const send = (message = problemMessage(), to = address(), options: { limitMs?: number } = {}) =>
  delivered("email", message, { outbound, address: to, ...options });

/** Returns the headers, each on one line. */
const headersOf = (letter: string) => letter.slice(0, letter.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");

test("a mail has text and HTML, and the id of the message", async () => {
  const { reference, exchanges, failure } = await send();
  expect(failure).toBeUndefined();
  const [letter] = smtp.letters;
  expect(letter).toMatchObject({ from: "deck@example.org", to: ["ops@example.org"] });
  const headers = headersOf(letter!.text);
  expect(headers).toContain("Subject: Problem: api.example is unhealthy");
  expect(headers).toContain("From: Deck <deck@example.org>");
  expect(headers).toContain("Auto-Submitted: auto-generated");
  const messageId = `<${problemMessage().id}@example.org>`;
  expect(headers).toContain(`Message-ID: ${messageId}`);
  expect(letter!.text).toContain("Content-Type: text/plain");
  expect(letter!.text).toContain("Content-Type: text/html");
  expect(reference).toEqual({ messageId, subject: "Problem: api.example is unhealthy" });
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]!.request).toMatch(
    /^SMTP localhost:\d+\nMAIL FROM:<deck@example.org>\nRCPT TO:<ops@example.org>\n/,
  );
  expect(exchanges[0]!.status).toBe(250);
  expect(JSON.stringify(exchanges)).not.toContain(password);
});

test("a recovery replies to the mail about the problem", async () => {
  const { reference } = await send();
  await send(resolvedMessage({ previous: reference! }));
  const headers = headersOf(smtp.letters[1]!.text);
  expect(headers).toContain(`In-Reply-To: <${problemMessage().id}@example.org>`);
  expect(headers).toContain(`References: <${problemMessage().id}@example.org>`);
  expect(headers).toContain("Subject: Resolved: api.example is healthy");
});

test("hostile text cannot add headers or recipients", async () => {
  const title = "down\r\nBcc: all@example.org";
  await send(hostileMessage());
  await send(problemMessage({ text: { title } }), address({ subject: "a\r\nBcc: all@example.org" }));
  expect(smtp.letters.map(({ to }) => to)).toEqual([["ops@example.org"], ["ops@example.org"]]);
  for (const { text } of smtp.letters) expect(headersOf(text)).not.toMatch(/^Bcc:/m);
});

test("sends to several recipients, over TLS, with the settings of the rule", async () => {
  const settings = {
    port: `${smtp.tlsPort}`,
    encryptionMethod: "ImplicitTLS",
    to: "Ada <ada@x.example>, bob@x.example",
    fromName: "Watch",
  };
  const { failure } = await send(problemMessage(), address(settings, { certificate: authority.certificate }));
  expect(failure).toBeUndefined();
  expect(smtp.letters[0]!.to).toEqual(["ada@x.example", "bob@x.example"]);
  expect(headersOf(smtp.letters[0]!.text)).toContain("From: Watch <deck@example.org>");
});

test.each([
  ["a wrong password", { password: "wrong" }, {}, "The server refused the username or the password."],
  ["no recipient", {}, { to: "" }, "To is empty. Fill it in."],
  ["no address", {}, { to: "ops" }, "The field To contains no email address."],
  ["no host", {}, { host: "" }, "The connection has no host."],
  ["no sender", {}, { from: "" }, "From Address is empty. Fill it in."],
])("%s is a final failure", async (_, more, properties, message) => {
  const { failure } = await send(problemMessage(), address(properties, more));
  expect(failure!.message).toContain(message);
  expect(failure!.isFinal).toBe(true);
  expect(smtp.letters).toHaveLength(0);
});

/** A mail server with custom behaviour. */
async function troubled(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 1,
    disabledCommands: ["STARTTLS", "AUTH"],
    authOptional: true,
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

const refusing = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

test("delivery to a full mailbox is retried; an unknown mailbox is a final failure", async () => {
  for (const [code, isFinal] of [
    [452, false],
    [550, true],
  ] as const) {
    const port = await troubled({ onRcptTo: (_, __, done) => done(refusing(code, "Mailbox says no")) });
    const { failure, exchanges } = await send(problemMessage(), address({ port: `${port}` }, { username: "" }));
    expect(failure!.isFinal).toBe(isFinal);
    expect(failure!.message).toContain("Mailbox says no");
    expect(exchanges[0]!.status).toBe(code);
  }
});

test("a retry sends a mail only to the recipients that did not receive it", async () => {
  const port = await troubled({
    onRcptTo: ({ address: to }, _, done) => done(to.startsWith("bob") ? refusing(550, "No such user") : null),
    onData(stream, _, done) {
      stream.resume().on("end", () => done());
    },
  });
  const { failure } = await send(
    problemMessage(),
    address({ port: `${port}`, to: "ada@x.example, bob@x.example" }, { username: "" }),
  );
  expect(failure).toMatchObject({ isFinal: true });
  expect(failure!.message).toContain("refused bob@x.example; ada@x.example received the mail");
});

test("a deferred recipient gets the mail with the next attempt, the other recipients only once", async () => {
  let isDeferring = true;
  const received: string[][] = [];
  const port = await troubled({
    onRcptTo({ address: to }, _, done) {
      done(to.startsWith("bob") && isDeferring ? refusing(451, "Greylisted, try again later") : null);
    },
    onData(stream, { envelope }, done) {
      stream.resume().on("end", () => {
        received.push(envelope.rcptTo.map(({ address: to }) => to));
        done();
      });
    },
  });
  const message = problemMessage({ id: "greylisted" });
  const to = address({ port: `${port}`, to: "ada@x.example, bob@x.example" }, { username: "" });
  const first = await send(message, to);
  expect(first.failure).toMatchObject({ isFinal: false });
  expect(first.failure!.message).toContain(
    "refused bob@x.example; ada@x.example received the mail. The server responded: 451",
  );
  isDeferring = false;
  expect((await send(message, to)).failure).toBeUndefined();
  expect(received).toEqual([["ada@x.example"], ["bob@x.example"]]);
});

test("a target that the operator does not allow and a missing password are final failures", async () => {
  const strict = createOutbound({ trust: "anyone" });
  const refused = await delivered("email", problemMessage(), {
    outbound: strict,
    address: address({ host: "169.254.169.254" }),
  });
  expect(refused.failure).toMatchObject({ isFinal: true });
  expect((await send(problemMessage(), address({}, { password: "" }))).failure).toMatchObject({ isFinal: true });
});

test("delivery is retried if the server refuses temporarily, disconnects or does not respond", async () => {
  const busy = await troubled({
    onData: (stream, _, done) => void stream.resume().on("end", () => done(refusing(451, "Try again later"))),
  });
  const silent = createServer();
  const hangingUp = createServer((socket) => socket.end("220 hello\r\n"));
  for (const server of [silent, hangingUp])
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => [silent, hangingUp].forEach((server) => server.close()));
  const ports = [busy, ...[silent, hangingUp].map((server) => (server.address() as AddressInfo).port)];
  for (const port of ports) {
    const { failure } = await send(problemMessage(), address({ port: `${port}` }, { username: "" }), {
      limitMs: 1_000,
    });
    expect(failure).toMatchObject({ isFinal: false });
  }
});

test("stops at the time limit if the server does not respond, and when the pipeline stops", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  afterAll(() => silent.close());
  const to = address({ port: `${(silent.address() as AddressInfo).port}` });
  const { failure, exchanges } = await send(problemMessage(), to, { limitMs: 300 });
  expect(failure).toMatchObject({ isFinal: false, message: "Email did not respond within 0.3 seconds" });
  expect(exchanges).toHaveLength(1);
  const stopped = await delivered("email", problemMessage(), {
    outbound,
    address: to,
    signal: AbortSignal.timeout(200),
  });
  expect(stopped.failure).toMatchObject({ isFinal: false, message: "The delivery was interrupted" });
});
