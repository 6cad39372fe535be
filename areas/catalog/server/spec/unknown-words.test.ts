import { expect, test } from "vitest";
import { scraperKinds } from "../scrapers/index.ts";
import { unknownWords } from "./unknown-words.ts";

const wordsOf = (type: string, written: object) => {
  const { spec } = scraperKinds.find((kind) => kind.type === type)!;
  return unknownWords(spec, spec.parse(written));
};

test("what nobody knows is found wherever it stands, and everything else is known", () => {
  const http = {
    url: "http://x",
    method: "POST",
    headers: [{ name: "a", valueFrom: { secretKeyRef: { name: "s", key: "k", optional: true } } }],
    itmes: "$[*]",
    id: { expr: "config.id", cel: "x" },
    tags: [
      { name: "a", jsonpath: "$.a" },
      { name: "b", jsonPath: "$.b" },
    ],
    labels: { anything: "$.goes" },
    nothing: null,
    properties: [{ name: "p", text: "x", min: 1, max: 5 }],
    pagination: { nextPageExpr: "response.body.next", pageSize: 5 },
    transform: {
      mask: [{ selector: "true", jsonPath: "$.p", jsonpath: "$.p" }],
      relationship: [{ name: { expr: "config.x", lable: "y" }, type: { value: "VM" }, relation: "Runs" }],
      changes: { mapping: [{ filter: "true", severity: "low", target: { types: ["A"] } }], ignore: [] },
    },
  };
  expect(wordsOf("http", http).toSorted()).toEqual([
    "id.cel",
    "itmes",
    "pagination.pageSize",
    "tags.1.jsonPath",
    "transform.changes.ignore",
    "transform.mask.0.jsonPath",
    "transform.relationship.0.name.lable",
  ]);
  expect(wordsOf("kubernetes", { clusterName: "c", maxInflight: 3, watch: [{ kind: "Pod" }] })).toEqual([]);
});
