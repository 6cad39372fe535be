// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parseSearch, printSearch } from "./search.ts";
import { changeUrl, integer, oneOf, parseUrl, text, type UrlChanges, urlState, yesNo, triStates } from "./url-state.ts";

const state = urlState({
  q: text(),
  page: integer(0, { min: 0, max: 1000 }),
  tab: oneOf(["checks", "changes"], "checks"),
  hidePassing: yesNo(true),
});

describe("parseUrl reads the state from the URL", () => {
  test.each([
    ["", { q: "", page: 0, tab: "checks", hidePassing: true }],
    ["?q=a%20b%26c&page=7&tab=changes&hidePassing=no", { q: "a b&c", page: 7, tab: "changes", hidePassing: false }],
    // Invalid values fall back to the default.
    ["?page=-1&tab=other&hidePassing=maybe", { q: "", page: 0, tab: "checks", hidePassing: true }],
    ["?q=first&q=second", { q: "first", page: 0, tab: "checks", hidePassing: true }],
    ["?page=1e3", { q: "", page: 0, tab: "checks", hidePassing: true }],
    ["?page=1001", { q: "", page: 0, tab: "checks", hidePassing: true }],
    ["?page=99999999999999999999", { q: "", page: 0, tab: "checks", hidePassing: true }],
    ["?q=%E0%A4%A", { q: "\uFFFD%A", page: 0, tab: "checks", hidePassing: true }],
  ])("%s", (search, values) => expect(parseUrl(state, parseSearch(search))).toEqual(values));
});

describe("changeUrl writes changes into the URL", () => {
  test.each<[search: string, changes: UrlChanges<typeof state>, printed: string]>([
    ["", { page: 3 }, "?page=3"],
    ["?page=3", { page: 0 }, ""],
    ["?page=3&tab=changes", { tab: "checks" }, "?page=3"],
    ["?other=1&page=3", { q: "x y" }, "?other=1&page=3&q=x+y"],
    ["?page=3", { page: undefined }, ""],
    ["", { hidePassing: false }, "?hidePassing=no"],
    ["?a=1&a=2", { page: 1 }, "?a=1&a=2&page=1"],
  ])("%s with %o is %s", (search, changes, printed) => expect(changeUrl(state, search, changes)).toBe(printed));

  test("parseUrl restores the changes", () => {
    const values = { q: "a&b=c #%", page: 12, tab: "changes" as const, hidePassing: false };
    expect(parseUrl(state, parseSearch(changeUrl(state, "", values)))).toEqual(values);
  });
});

test.each(["", "?a=1", "?a=1&b=x+y", "?a=1&a=2&b=3", "?empty="])(
  "the router does not change the query %s",
  (search) => {
    expect(printSearch(parseSearch(search))).toBe(search);
  },
);

describe("WG-36 a filter in the URL", () => {
  const filtered = urlState({ status: triStates("SUCCESS:-1"), type: triStates("", "type") });
  test("uses the default if the parameter is missing, and no filter if the parameter is empty", () => {
    expect(parseUrl(filtered, {}).status).toEqual(new Map([["SUCCESS", "exclude"]]));
    expect(parseUrl(filtered, { status: "" }).status).toEqual(new Map());
  });
  test("a filter in the URL is omitted if it equals the default, and written if it is cleared", () => {
    expect(changeUrl(filtered, "?status=FAILED:1", { status: new Map([["SUCCESS", "exclude"]]) })).toBe("");
    expect(changeUrl(filtered, "", { status: new Map() })).toBe("?status=");
    expect(changeUrl(filtered, "", { type: new Map([["Kubernetes::Pod", "include"]]) })).toBe(
      "?type=Kubernetes__Pod%3A1",
    );
  });
});
