import { expect, test } from "vitest";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { scraperKinds } from "../scrapers/index.ts";
import { scraperSpecOf } from "./scraper.ts";

const spec = scraperSpecOf(scraperKinds);
const found = (written: object) => unknownFields(spec, written).map(({ path, nearest }) => [path.join("."), nearest]);

test("finds unknown fields of an entry at every depth, each with the nearest known field", () => {
  const http = {
    url: "http://x",
    method: "POST",
    headers: [{ name: "a", valueFrom: { secretKeyRef: { name: "s", key: "k", nmae: "s" } } }],
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
    oauth: { clientID: "me", tokenUrl: "http://t" },
    transform: {
      mask: [{ selector: "true", jsonPath: "$.p", jsonpath: "$.p" }],
      relationship: [{ name: { expr: "config.x", lable: "y" }, type: { value: "VM" }, relation: "Runs" }],
      changes: { mapping: [{ filter: "true", severity: "low", target: { types: ["A"] } }], excludes: [] },
    },
  };
  const sorted = found({ http: [http] }).toSorted(([a], [b]) => (a! < b! ? -1 : 1));
  expect(sorted).toEqual([
    ["http.0.headers.0.valueFrom.secretKeyRef.nmae", "name"],
    ["http.0.id.cel", undefined],
    ["http.0.itmes", "items"],
    ["http.0.oauth.tokenUrl", "tokenURL"],
    ["http.0.pagination.pageSize", undefined],
    ["http.0.tags.1.jsonPath", "jsonpath"],
    ["http.0.transform.changes.excludes", "exclude"],
    ["http.0.transform.mask.0.jsonPath", "jsonpath"],
    ["http.0.transform.relationship.0.name.lable", "label"],
  ]);
});

test("accepts older spellings and does not suggest them", () => {
  const cluster = { clusterName: "c", maxInFlight: 3, watch: [{ kind: "Pod" }] };
  expect(found({ kubernetes: [cluster], watch: [{ kind: "Pod" }] })).toEqual([]);
  expect(found({ kubernetes: [{ clusterName: "c", maxInFligth: 3 }] })).toEqual([
    ["kubernetes.0.maxInFligth", "maxInflight"],
  ]);
  expect(found({ http: [{ url: "http://x", tls: { insecureSkipVerify: true } }] })).toEqual([]);
});

test("validates a type that is written as true or as a list", () => {
  expect(found({ system: true })).toEqual([]);
  expect(found({ system: [{ partz: ["host"] }] })).toEqual([["system.0.partz", "parts"]]);
  expect(spec.safeParse({ system: [{ parts: ["moon"] }] }).error?.issues[0]?.path).toEqual(["system", 0, "parts", 0]);
  expect(spec.safeParse({ system: "yes" }).error?.issues[0]?.message).toBe("must be true, or a list");
});

test("accepts unsupported types and reports misspelt types", () => {
  expect(found({ trivy: [{ any: 1 }], schedul: "@daily", htp: [{ url: "x" }] })).toEqual([
    ["schedul", "schedule"],
    ["htp", "http"],
  ]);
});
