import { expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { RowSink, sendObjects, sendRows } from "./row-sink.ts";

const scrubber = createScrubber();

function sinkWith({ maxRows = 1_000, maxBytes = 100_000 } = {}) {
  const sent: { columns: readonly string[]; lines: string[] } = { columns: [], lines: [] };
  const target = {
    columns: async (names: readonly string[]) => void (sent.columns = names),
    rows: async (lines: readonly string[]) => void sent.lines.push(...lines),
  };
  return { sent, sink: new RowSink(target, { maxRows, maxBytes }) };
}

test("if rows have different fields, each row has the columns of all rows", async () => {
  const { sent, sink } = sinkWith();
  await sendObjects(sink, [{ a: 1 }, { b: [true], constructor: 2 }], { first: ["id"], scrubber });
  expect(sent.columns).toEqual(["id", "a", "b", "constructor"]);
  expect(sent.lines).toEqual(["[null,1,null,null]", "[null,null,[true],2]"]);
});

test("too many columns are refused before any row is sent", async () => {
  const { sent, sink } = sinkWith();
  const rows = Array.from({ length: 600 }, (_, at) => ({ [`k${at}`]: 1 }));
  await expect(sendObjects(sink, rows, { scrubber })).rejects.toThrow("more than 500 columns");
  expect(sent).toEqual({ columns: [], lines: [] });
});

test("too many rows are refused before any row is sent", async () => {
  const { sent, sink } = sinkWith({ maxRows: 2 });
  await expect(sendObjects(sink, [{}, {}, {}], { scrubber })).rejects.toThrow("more than 2 rows");
  expect(sent.lines).toEqual([]);
});

test("the size of a document is the size of its JSON in bytes, and reading stops at the limit", async () => {
  const { sink } = sinkWith({ maxBytes: 10_000_000 });
  let produced = 0;
  function* documents() {
    for (; produced < 1_000; produced += 1) yield { d: { x: "ä".repeat(500_000) } };
  }
  await expect(sendRows(sink, ["d"], documents(), scrubber)).rejects.toThrow("more than 10 MB");
  expect(produced).toBeLessThan(20);
});

test("the bytes of a row are counted only once", async () => {
  const { sent, sink } = sinkWith({ maxBytes: 100_000 });
  await sendObjects(
    sink,
    Array.from({ length: 90 }, () => ({ text: "x".repeat(1_000) })),
    { scrubber },
  );
  expect(sent.lines).toHaveLength(90);
});
