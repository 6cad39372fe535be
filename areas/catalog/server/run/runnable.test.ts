import { expect, test } from "vitest";
import { scraperKinds } from "../scrapers/index.ts";
import { entriesOf } from "./runnable.ts";

const entries = (spec: object) => {
  const read = entriesOf(spec, (type) => scraperKinds.find((kind) => kind.type === type));
  return { written: read.entries.map(({ type, index, written }) => [type, index, written]), absent: read.absent };
};

test("fields next to the list of kubernetes entries apply to each entry that does not set them", () => {
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

test("an unknown field of the spec is reported as an unsupported type", () => {
  expect(entries({ aws: [{}], wath: [{ kind: "Pod" }], nothing: [], system: true })).toEqual({
    written: [["system", 0, {}]],
    absent: ["aws", "wath"],
  });
});
