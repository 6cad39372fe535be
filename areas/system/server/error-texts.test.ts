import { expect, test } from "vitest";
import { errorTexts } from "./overview.ts";

test.each([
  [undefined, []],
  [null, []],
  ["", []],
  ["no disk", ["no disk"]],
  [
    ["no disk", { code: 5 }],
    ["no disk", '{"code":5}'],
  ],
  [{ pods: { error: "throttled" }, nodes: "gone" }, ['pods: {"error":"throttled"}', "nodes: gone"]],
])("converts the error text %j to %j", (errors, texts) => expect(errorTexts(errors)).toEqual(texts));
