import { expect, test } from "vitest";
import { http } from "../scrapers/http.ts";
import { kubernetes } from "../scrapers/kubernetes.ts";
import { unknownWords } from "../spec/unknown-words.ts";
import { inOurWords } from "./in-our-words.ts";

test("how scrapers in use say who asks is how checks say it here, and nothing of it is lost", () => {
  const client = {
    clientID: "me",
    clientSecret: { value: "s" },
    tokenURL: "http://t",
    scopes: ["a"],
    params: { p: "1" },
  };
  const read = inOurWords("http", { url: "http://x", oauth: client, tls: { insecureSkipVerify: true } }, {});
  expect(read).toEqual({
    url: "http://x",
    oauth2: { tokenURL: "http://t", scope: ["a"], params: { p: "1" } },
    username: "me",
    password: { value: "s" },
    tlsConfig: { insecureSkipVerify: true },
  });
  expect(unknownWords(http.spec, http.spec.parse(read))).toEqual([]);
});

test("what is said in both ways counts in ours, and the other one is told", () => {
  const both = { clusterName: "c", maxInFlight: 3, maxInflight: 5 };
  const read = inOurWords("kubernetes", both, {});
  expect(read).toEqual(both);
  expect(unknownWords(kubernetes.spec, kubernetes.spec.parse(read))).toEqual(["maxInFlight"]);
  expect(inOurWords("kubernetes", { clusterName: "c", maxInFlight: 3 }, {})).toEqual({
    clusterName: "c",
    maxInflight: 3,
  });
});

test("other types, and what is no entry, stay as they are", () => {
  for (const entry of [{ tls: 1, oauth: {}, maxInFlight: 3 }, "text", null, [1]])
    expect(inOurWords("sql", entry, { watch: [] })).toBe(entry);
  expect(inOurWords("http", { url: "x", oauth: "odd" }, {})).toEqual({ url: "x", oauth: "odd" });
});
