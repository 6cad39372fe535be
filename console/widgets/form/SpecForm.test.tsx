import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
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
const textOf = async (value: object) =>
  (await draw(<SpecForm schema={schema} value={value} onChange={() => {}} />)).element.textContent;

test("shows deprecated and forbidden fields only when the spec sets them", async () => {
  const fresh = await textOf({ share: "files" });
  expect(fresh).toContain("Share");
  expect(fresh).not.toMatch(/Old share|EKS/);
  expect(await textOf({ sharename: "files" })).toContain("Old share");
  expect(await textOf({ eks: { cluster: "prod" } })).toContain("EKS");
});

test("an object that must have exactly one of its fields hides the other fields after one is added", async () => {
  const systems: JsonSchema = {
    type: "object",
    hasOneField: true,
    properties: {
      loki: { type: "object", label: "Loki", properties: { url: { type: "string", label: "URL" } } },
      file: { type: "object", label: "Files", properties: { path: { type: "string", label: "Path" } } },
    },
  };
  const drawn = async (value: object) =>
    (await draw(<SpecForm schema={systems} value={value} onChange={() => {}} />)).element.textContent;
  expect(await drawn({})).toMatch(/Loki.*Files/);
  expect(await drawn({ loki: { url: "http://loki" } })).toContain("URL");
  expect(await drawn({ loki: { url: "http://loki" } })).not.toContain("Files");
});
