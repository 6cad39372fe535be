import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createCompressedList } from "./compressed-list.ts";

const row = (id: number, word = "row") => JSON.stringify({ id, word, text: "x".repeat(id % 97) });
const read = (bytes: Buffer) => JSON.parse(bytes.toString()) as { rows: { id: number; word: string }[] };
const print = (list: ReturnType<typeof createCompressedList>) => list.print('{"rows":[', "]}");

test("compresses the parts into one gzip stream that contains the whole list", async () => {
  const list = createCompressedList();
  expect(print(list).plain().toString()).toBe('{"rows":[]}');
  expect(gunzipSync(await print(list).gzip()).toString()).toBe('{"rows":[]}');
  for (let id = 0; id < 1000; id += 1) list.set(String(id), row(id));
  const plain = print(list).plain();
  expect(read(plain).rows.length).toBe(1000);
  const compressed = await print(list).gzip();
  expect(gunzipSync(compressed)).toEqual(plain);
  expect(compressed.length).toBeLessThan(plain.length / 2);
});

test("changes, removes and adds rows, and reuses free slots", async () => {
  const list = createCompressedList();
  for (let id = 0; id < 300; id += 1) list.set(String(id), row(id));
  await print(list).gzip();
  for (let id = 0; id < 200; id += 1) list.delete(String(id));
  list.delete("unheard of");
  list.set("250", row(250, "new"));
  for (let id = 1000; id < 1150; id += 1) list.set(String(id), row(id));
  const { rows } = read(gunzipSync(await print(list).gzip()));
  const wanted = [...Array(100).keys()].map((n) => n + 200).concat([...Array(150).keys()].map((n) => n + 1000));
  expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(wanted);
  expect(rows.find(({ id }) => id === 250)!.word).toBe("new");
});

test("changes during the compression do not affect the result", async () => {
  const list = createCompressedList();
  for (let id = 0; id < 300; id += 1) list.set(String(id), row(id));
  const before = print(list);
  list.set("7", row(7, "later"));
  list.delete("8");
  expect(gunzipSync(await before.gzip())).toEqual(before.plain());
  expect(read(before.plain()).rows.find(({ id }) => id === 7)!.word).toBe("row");
  expect(read(gunzipSync(await print(list).gzip())).rows.length).toBe(299);
});
