// A small DNS server on the loopback address: real packets (RFC 1035), a few records, and configurable faults.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll } from "vitest";

const types = { A: 1, NS: 2, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33 } as const;
type Type = keyof typeof types;

/** A record; `data` has the syntax of zone files. */
export interface DnsRecord {
  name: string;
  type: Type;
  data: string;
}

export interface DnsServer {
  port: number;
  records: DnsRecord[];
  asked: { name: string; type: string }[];
  /** Names whose queries fail in this way instead of returning records. */
  odd: Record<string, "silence" | "failure" | "refusal">;
}

export async function startDnsServer(records: DnsRecord[]): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const server: DnsServer = { port: 0, records, asked: [], odd: {} };
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    server.asked.push({ name, type });
    const fault = server.odd[name];
    if (fault === "silence") return;
    const named = records.filter((record) => record.name === name);
    const found = named.filter((record) => record.type === type);
    const code = fault === "failure" ? 2 : fault === "refusal" ? 5 : named.length === 0 ? 3 : 0;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(code === 0 ? found.length : 0, 6);
    const answers = code === 0 ? found.map(written) : [];
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  afterAll(() => void socket.close());
  server.port = socket.address().port;
  return server;
}

function readQuestion(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!));
  const number = query.readUInt16BE(at + 1);
  const type = Object.entries(types).find(([, each]) => each === number)?.[0] ?? String(number);
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split(".").flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, "latin1")]),
    Buffer.from([0]),
  ]);

const short = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, index * 2);
  return bytes;
};

function dataOf({ type, data }: DnsRecord): Buffer {
  const words = data.split(" ");
  switch (type) {
    case "A":
      return Buffer.from(data.split(".").map(Number));
    case "AAAA":
      // The address must have all eight groups.
      return short(...data.split(":").map((group) => Number.parseInt(group, 16)));
    case "MX":
      return Buffer.concat([short(Number(words[0])), nameBytes(words[1]!)]);
    case "SRV":
      return Buffer.concat([short(...words.slice(0, 3).map(Number)), nameBytes(words[3]!)]);
    case "TXT":
      return Buffer.concat(
        data.split("|").map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
      );
    default:
      return nameBytes(data);
  }
}

function written(record: DnsRecord): Buffer {
  const data = dataOf(record);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(types[record.type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(record.name), head, data]);
}
