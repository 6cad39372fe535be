import { expect, test } from "vitest";
import { scraperKinds } from "../scrapers/index.ts";
import { entriesOf } from "./runnable.ts";

const entries = (spec: object) => {
  const read = entriesOf(spec, (type) => scraperKinds.find((kind) => kind.type === type));
  return { written: read.entries.map(({ type, index, written }) => [type, index, written]), absent: read.absent };
};

test("what a form writes beside the entries of a cluster holds for each that does not say it itself", () => {
  const watch = [{ kind: "Pod" }];
  const own = { clusterName: "b", watch: [{ kind: "Node" }] };
  expect(
    entries({ schedule: "@hourly", watch, kubernetes: [{ clusterName: "a" }, own], http: [{ url: "x" }] }),
  ).toEqual({
    written: [
      ["kubernetes", 0, { clusterName: "a", watch }],
      ["kubernetes", 1, own],
      ["http", 0, { url: "x" }],
    ],
    absent: [],
  });
});

test("a word that is no type is told as one that nobody can run", () => {
  expect(entries({ aws: [{}], wath: [{ kind: "Pod" }], nothing: [], system: true })).toEqual({
    written: [["system", 0, {}]],
    absent: ["aws", "wath"],
  });
});
