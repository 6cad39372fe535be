import { useState } from "react";
import { expect, test } from "vitest";
import { draw, press } from "#tests/console/draw.ts";
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

const rule: JsonSchema = {
  type: "object",
  properties: {
    components: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          namespace: { type: "string" },
          agent: { type: "string" },
          token: { type: "string", secret: true },
          types: { type: "array", items: { type: "string" } },
        },
      },
    },
  },
};

test("an entry of a list with values is a line with its texts, which expands to its set fields", async () => {
  const value = { components: [{ types: ["System"], token: "hidden" }] };
  const { element } = await draw(<SpecForm schema={rule} value={value} onChange={() => {}} />);
  const line = element.querySelector("[role=group][aria-label='Component 1'] button[aria-expanded]");
  expect(line?.textContent).toBe("Component 1System");
  expect(element.querySelectorAll("input")).toHaveLength(0);
  expect(element.querySelector("[aria-label='Move Component 1 up']")).toBeNull();
  await press(line);
  const more = element.querySelector("details")!;
  expect(more.open).toBe(false);
  expect(more.textContent).toMatch(/More options.*Id.*Name.*Namespace.*Agent/);
  expect(more.textContent).not.toMatch(/Types|Token/);
});

test("a new entry of a list shows all its fields", async () => {
  function Form() {
    const [value, setValue] = useState<unknown>({});
    return <SpecForm schema={rule} value={value} onChange={setValue} />;
  }
  const { element } = await draw(<Form />);
  await press(element.querySelector("[aria-label='Add to Components']"));
  expect(element.querySelector("button[aria-expanded=true]")?.textContent).toBe("Component 1");
  expect(element.querySelector("details")).toBeNull();
  expect(document.activeElement?.closest("[data-field]")?.textContent).toBe("Id");
});

test("an entry with a problem is expanded, and so are its options with a problem", async () => {
  const value = { components: [{ name: "shop", types: ["System"] }] };
  const problems = [{ path: ["components", 0, "agent"], message: "There is no such agent." }];
  const { element } = await draw(<SpecForm schema={rule} value={value} onChange={() => {}} problems={problems} />);
  expect(element.querySelector("button[aria-expanded=true]")?.textContent).toBe("shop");
  expect(element.querySelector("details")!.open).toBe(true);
  expect(element.textContent).toContain("There is no such agent.");
});
