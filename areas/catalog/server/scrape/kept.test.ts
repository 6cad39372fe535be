// Tests which parts of a document are saved and which are masked.
import { describe, expect, test } from "vitest";
import { minimal, scrapedItem, scraped } from "#tests/support/scraped.ts";

describe("kept parts of a document", () => {
  const document = {
    id: "1",
    a: { b: 1, c: 2 },
    l: [
      { s: 1, t: 1 },
      { s: 2, t: 2 },
      { s: 3, t: 3 },
    ],
    password: "p",
    deep: { z: [3, 1] },
  };

  test.each<[string, object, unknown]>([
    [
      "a field",
      { exclude: [{ jsonpath: "$.a.b" }, { jsonpath: ".l" }, { jsonpath: "$.deep" }, { jsonpath: "$.password" }] },
      { id: "1", a: { c: 2 } },
    ],
    [
      "some elements",
      { include: [{ jsonpath: "$.l" }], exclude: [{ jsonpath: "$.l[?@.s > 1]" }] },
      { l: [{ s: 1, t: 1 }] },
    ],
    [
      "of every element",
      { include: [{ jsonpath: "$.l" }], exclude: [{ jsonpath: "$..t" }] },
      { l: [{ s: 1 }, { s: 2 }, { s: 3 }] },
    ],
    [
      "only what is named",
      { include: [{ jsonpath: "$.a.c" }, { jsonpath: "$.l[1].s" }] },
      { a: { c: 2 }, l: [{ s: 2 }] },
    ],
    [
      "only of the types",
      {
        include: [{ jsonpath: "$.id" }, { jsonpath: "$.a", types: ["!App"] }],
        exclude: [{ jsonpath: "$.id", types: ["Other*"] }],
      },
      { id: "1" },
    ],
    [
      "by pattern",
      { include: [{ jsonpath: "$.a" }], exclude: [{ jsonpath: "$.a.b", types: ["Kube*", "Ap*"] }] },
      { a: { c: 2 } },
    ],
    [
      "what is not there",
      { include: [{ jsonpath: "$.a" }], exclude: [{ jsonpath: "$.x.y[5]" }] },
      { a: { b: 1, c: 2 } },
    ],
  ])("saves the selected parts: %s", async (_, transform, wanted) => {
    expect((await scrapedItem({ ...minimal, transform }, document)).config).toEqual(wanted);
  });

  test.each<[string, object, unknown, unknown]>([
    ["with a text", { selector: "true", jsonpath: "$.password", value: "hidden" }, "hidden", [3, 1]],
    ["with stars by default", { selector: "has(config.password)", jsonpath: "$.password" }, "***", [3, 1]],
    [
      "its sum",
      { selector: "config_type == 'App'", jsonpath: "$.password", value: "md5sum" },
      "83878c91171338902e0fe0fb97a8c47a",
      [3, 1],
    ],
    [
      "the sum of a document",
      { selector: "true", jsonpath: "$.deep.z", value: "md5sum" },
      "p",
      "4f7b6553ae969adb0080afef53e10435",
    ],
    ["not if the selector does not match", { selector: "config_type == 'Other'", jsonpath: "$.password" }, "p", [3, 1]],
    ["not if the selector cannot be evaluated", { selector: "config + 1", jsonpath: "$.password" }, "p", [3, 1]],
    ["not without a selector", { jsonpath: "$.password" }, "p", [3, 1]],
  ])("masks a value: %s", async (_, mask, password, z) => {
    const { config } = await scrapedItem({ ...minimal, transform: { mask: [mask] } }, document);
    const kept = config as { password: unknown; deep: { z: unknown } };
    expect(kept.password).toBe(password);
    expect(kept.deep.z).toEqual(z);
  });

  test.each<[object, string]>([
    [{ jsonpath: "$.password" }, 'Rule 1 of mask has no selector and hides nothing. Write selector: "true"'],
    [
      { selector: "cofnig.password != ''", jsonpath: "$.password" },
      "Rule 1 of mask cannot be evaluated and hides nothing: ",
    ],
  ])("warns that the mask %j hides nothing", async (mask, wanted) => {
    const { warnings } = await scraped({ ...minimal, transform: { mask: [mask] } }, [{ document }]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.slice(0, wanted.length)).toBe(wanted);
  });
});
