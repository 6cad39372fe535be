import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { readEnv } from "../env/env.ts";
import { createArtifacts } from "./artifacts.ts";
import { chunkBytes } from "./store.ts";

const { databases: db } = await testDatabase();
const artifacts = createArtifacts({ env: readEnv({}), db });
const about = { path: "playbooks/1/report.bin", filename: "report.bin" };

async function* pieces(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

const countRows = async () => {
  const counted = await db.system
    .selectFrom("artifacts")
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return counted.count;
};

/** Opens an artifact at several byte offsets. */
async function expectRests(store: Pick<typeof artifacts, "open">, id: string, content: Buffer): Promise<void> {
  for (const from of [1, chunkBytes, content.length - 1, content.length, content.length + 1].filter((at) => at >= 0)) {
    const { content: rest } = await store.open(id, from);
    expect((await collect(rest)).equals(content.subarray(from))).toBe(true);
  }
}

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes + 7])(
  "a file of %i bytes is read back unchanged",
  async (length) => {
    const content = randomBytes(length);
    const saved = await artifacts.save({ ...about, contentType: "text/plain" }, pieces(content, 100_003));
    expect(saved).toMatchObject({
      size: length,
      store: "database",
      content_type: "text/plain",
      filename: "report.bin",
    });
    const opened = await artifacts.open(saved.id);
    expect((await collect(opened.content)).equals(content)).toBe(true);
    await expectRests(artifacts, saved.id, content);
    await artifacts.remove(saved.id);
    await expect(artifacts.open(saved.id)).rejects.toThrow(/There is no artifact/);
  },
);

test.each([1, chunkBytes, 2 * chunkBytes + 7])("%i bytes are copied from rows of the database", async (size) => {
  const content = randomBytes(size);
  const checksum = createHash("sha256").update(content).digest("hex");
  const pieceBytes = 100_003;
  const rowsOf = (kept: (at: number) => boolean) => {
    const rows = Array.from({ length: Math.ceil(size / pieceBytes) }, (_, n) => n * pieceBytes).filter(kept);
    const parts = rows.map((at) => content.subarray(at, at + pieceBytes));
    return sql`select * from unnest(${rows}::bigint[], ${parts}::bytea[]) as r (at, content)`;
  };
  const read = () => pieces(content, pieceBytes);
  const saved = await artifacts.copy(about, { rows: rowsOf(() => true), size, checksum, read });
  expect(saved).toMatchObject({ size, checksum, store: "database" });
  expect((await collect((await artifacts.open(saved.id)).content)).equals(content)).toBe(true);
  await expectRests(artifacts, saved.id, content);
  // Rows with a gap are not copied.
  const before = await countRows();
  const gap = rowsOf((at) => at !== 0);
  await expect(artifacts.copy(about, { rows: gap, size, checksum, read })).rejects.toThrow(/null value/);
  expect(await countRows()).toBe(before);
});

test("a failed save does not leave partial data", async () => {
  const before = await countRows();
  async function* broken() {
    yield randomBytes(2 * chunkBytes);
    throw new Error("the pod went away");
  }
  await expect(artifacts.save(about, broken())).rejects.toThrow("the pod went away");
  expect(await countRows()).toBe(before);
});

test("an unfinished artifact cannot be opened, and is pruned after a day", async () => {
  const { id } = await db.system
    .insertInto("artifacts")
    .values({ ...about, store: "database" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await expect(artifacts.open(id)).rejects.toThrow(/There is no artifact/);
  expect(await artifacts.prune()).toBe(0);
  expect(await artifacts.prune(new Date(Date.now() + 25 * 60 * 60 * 1000))).toBe(1);
});

test("an expired artifact is pruned together with its content", async () => {
  const { id } = await artifacts.save(
    { ...about, expiresAt: new Date(Date.now() + 1000).toISOString() },
    pieces(randomBytes(10), 10),
  );
  expect(await artifacts.prune()).toBe(0);
  expect(await artifacts.prune(new Date(Date.now() + 2000))).toBe(1);
  const chunk = await db.system
    .selectFrom("artifact_chunks")
    .select("number")
    .where("artifact_id", "=", id)
    .executeTakeFirst();
  expect(chunk).toBeUndefined();
});

// A fake S3 server that supports the calls we use, as documented by Amazon; it rejects unsigned requests.
let s3: Server;
const objects = new Map<string, Buffer>();
const uploads = new Map<string, Map<number, Buffer>>();
const read = async (request: IncomingMessage) => collect(request as AsyncIterable<Buffer>);

beforeAll(async () => {
  s3 = createServer(async (request, response) => {
    const url = new URL(request.url!, "http://s3");
    const key = url.pathname;
    const upload = url.searchParams.get("uploadId");
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=key/"))
      return response.writeHead(403).end();
    if (request.method === "POST" && url.searchParams.has("uploads")) {
      uploads.set("u1", new Map());
      return response.end("<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>");
    }
    if (request.method === "PUT" && upload) {
      const number = Number(url.searchParams.get("partNumber"));
      uploads.get(upload)!.set(number, await read(request));
      return response.writeHead(200, { etag: `"part${number}"` }).end();
    }
    if (request.method === "POST" && upload) {
      const order = [...(await read(request)).toString().matchAll(/<PartNumber>(\d+)</g)].map((match) =>
        Number(match[1]),
      );
      objects.set(key, Buffer.concat(order.map((number) => uploads.get(upload)!.get(number)!)));
      return response.end(`<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>`);
    }
    if (request.method === "PUT") return (objects.set(key, await read(request)), response.end());
    if (request.method === "DELETE") return (objects.delete(key), response.writeHead(204).end());
    const found = objects.get(key);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    if (found && from > 0 && from >= found.length)
      return response.writeHead(416).end("<Error><Code>InvalidRange</Code></Error>");
    return found
      ? response.writeHead(from > 0 ? 206 : 200).end(found.subarray(from))
      : response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  });
  await new Promise<void>((resolve) => s3.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => s3.close(resolve)));

const inS3 = () => {
  const { port } = s3.address() as AddressInfo;
  return createArtifacts({
    env: readEnv({ ARTIFACTS_S3_URL: `http://key:secret@127.0.0.1:${port}/bucket/runs?region=eu-central-1` }),
    db,
  });
};

test.each([0, 1000, 8 * 1024 * 1024, 20 * 1024 * 1024 + 5])(
  "a file of %i bytes is read back unchanged from S3",
  async (length) => {
    const content = randomBytes(length);
    const saved = await inS3().save(about, pieces(content, 1_000_003));
    expect(saved).toMatchObject({ store: "s3", size: length });
    expect(objects.has(`/bucket/runs/${saved.id}`)).toBe(true);
    expect((await collect((await inS3().open(saved.id)).content)).equals(content)).toBe(true);
    await expectRests(inS3(), saved.id, content);
    await inS3().remove(saved.id);
    expect(objects.has(`/bucket/runs/${saved.id}`)).toBe(false);
  },
);

test("an artifact in S3 can be opened only with ARTIFACTS_S3_URL; an artifact in the database can be opened with and without it", async () => {
  const there = await inS3().save(about, pieces(randomBytes(5), 5));
  await expect(artifacts.open(there.id)).rejects.toThrow(/ARTIFACTS_S3_URL is not set/);
  const here = await artifacts.save(about, pieces(Buffer.from("hello"), 5));
  expect((await collect((await inS3().open(here.id)).content)).toString()).toBe("hello");
});
