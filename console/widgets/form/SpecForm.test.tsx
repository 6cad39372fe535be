import { expect, test } from "vitest";
import { draw } from "../../../tests/console/draw.ts";
import type { JsonSchema } from "./json-schema.ts";
import { SpecForm } from "./SpecForm.tsx";

const schema: JsonSchema = {
  type: "object",
  properties: {
    share: { type: "string", label: "Share" },
    sharename: { type: "string", label: "Old share", deprecated: true },
    eks: { label: "EKS", deprecated: true, refused: "is not supported: give a kubeconfig" },
  },
};
const shown = async (value: object) =>
  (await draw(<SpecForm schema={schema} value={value} onChange={() => {}} />)).element.textContent;

test("old spellings and refused fields are shown only where a spec has them", async () => {
  const fresh = await shown({ share: "files" });
  expect(fresh).toContain("Share");
  expect(fresh).not.toMatch(/Old share|EKS/);
  expect(await shown({ sharename: "files" })).toContain("Old share");
  expect(await shown({ eks: { cluster: "prod" } })).toContain("EKS");
});
