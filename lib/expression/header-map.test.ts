import { describe, expect, test } from "vitest";
import { compile, type Notation } from "./compile.ts";
import { headerMap } from "./header-map.ts";
import { packed, unpacked } from "./thread/parcel.ts";

const headers = headerMap({ "Content-Type": "text/plain", link: "</2>; rel=next" });
const values = { headers, response: { headers }, outputs: { login: { headers } } };
const run = async (notation: Notation, text: string, options = {}) =>
  (await compile(notation, text)).run(values, options);

describe("finds header names regardless of letter case", () => {
  test.each([
    ["cel", "'Link' in headers", true],
    ["cel", "'LINK' in response.headers", true],
    ["cel", "'Absent' in headers", false],
    ["cel", "headers['content-type']", "text/plain"],
    ["cel", "outputs.login.headers['LINK']", "</2>; rel=next"],
    ["cel", "has(headers.Link) && has(response.headers.link) && !has(headers.absent)", true],
    ["cel", "headers.Link", "</2>; rel=next"],
    ["cel", "headers.map(name, name).size()", 2],
    ["cel", "headers == {'Content-Type': 'text/plain', 'link': '</2>; rel=next'}", true],
    ["template", "{{ .headers.Link }}", "</2>; rel=next"],
    ["template", '{{ index .response.headers "CONTENT-TYPE" }}', "text/plain"],
    ["template", "{{ range $name, $value := .headers }}{{ $name }} {{ end }}", "Content-Type link"],
    ["javascript", "headers.Link", "</2>; rel=next"],
    ["javascript", "response.headers['content-type']", "text/plain"],
    ["javascript", "'LINK' in outputs.login.headers && !('absent' in headers)", true],
    ["javascript", "Object.keys(headers).join()", "Content-Type,link"],
    ["javascript", "JSON.stringify(headers)", '{"Content-Type":"text/plain","link":"</2>; rel=next"}'],
  ] as const)("%s: %s", async (notation, text, expected) => {
    expect(await run(notation, text)).toEqual(expected);
  });

  test("also finds header names in the worker thread", () => {
    const moved = unpacked(structuredClone(packed(values))) as typeof values;
    expect(moved.response.headers["LINK"]).toBe("</2>; rel=next");
    expect("content-type" in moved.headers).toBe(true);
    expect(Object.keys(moved.headers)).toEqual(["Content-Type", "link"]);
  });
});

test("does not find the names of object properties", async () => {
  expect(await run("cel", "'constructor' in headers || 'toString' in headers")).toBe(false);
  expect(await run("template", "{{ .headers.constructor }}")).toBe("");
});

test("stores a header map like an ordinary map", () => {
  expect(JSON.parse(JSON.stringify(headers))).toEqual({ "Content-Type": "text/plain", link: "</2>; rel=next" });
});
