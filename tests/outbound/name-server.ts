// A DNS server on this machine whose replies a test sets, and which counts queries.
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import ipaddr from "ipaddr.js";
import { afterAll } from "vitest";
import type { LookUp } from "#server/outbound/resolve.ts";

export interface NameServer {
  /** The replies for each name, in order; each has a list of addresses. The last reply is repeated. */
  answers: Record<string, string[][]>;
  /** The number of IPv4 queries for each name. */
  asked: Map<string, number>;
  /** Looks up names at this server only. */
  lookUp: LookUp;
}

const typeA = 1;
const typeAaaa = 28;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const server: NameServer = { answers: {}, asked: new Map(), lookUp: async () => [] };
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    const times = server.asked.get(name) ?? 0;
    const answers = server.answers[name] ?? [];
    const addresses = (answers[times] ?? answers.at(-1) ?? []).map((text) => ipaddr.parse(text).toByteArray());
    // The IPv6 query of each lookup comes first and is counted together with the IPv4 query that follows.
    if (type === typeA) server.asked.set(name, times + 1);
    const fitting = addresses.filter(({ length }) => length === (type === typeAaaa ? 16 : 4));
    socket.send(answerTo(query.subarray(0, end), { type, records: fitting }), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  afterAll(() => socket.close());
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  server.lookUp = async (name) => {
    const six = await resolver.resolve6(name).catch(() => []);
    return [...(await resolver.resolve4(name).catch(() => [])), ...six];
  };
  return server;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, { type, records }: { type: number; records: number[][] }): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const body = records.map((bytes) => {
    // The record has a pointer to the name of the question, class IN and TTL 0.
    const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    return Buffer.concat([record, Buffer.from(bytes)]);
  });
  return Buffer.concat([head, ...body]);
}
