import { expect, test } from "vitest";
import { propertiesOf } from "./send.ts";

const values = { name: "shop", secret: "hidden" };
const rule = { properties: { channel: "#{{.name}}", subject: null } };
const service = { properties: { channel: "#ops", text: "{{.secret}}", priority: 3 } };

test("properties of the rule override properties of the service, and templates are filled in", async () => {
  expect(await propertiesOf(rule, { service, personId: null }, () => values)).toEqual({
    channel: "#shop",
    text: "hidden",
    priority: "3",
  });
});

test("the properties of a person are not templates", async () => {
  expect(await propertiesOf(rule, { service, personId: "ada" }, () => values)).toMatchObject({
    channel: "#shop",
    text: "{{.secret}}",
  });
});

test("without values, templates are not filled in", async () => {
  expect(await propertiesOf(rule, { service, personId: null }, undefined)).toMatchObject({
    channel: "#{{.name}}",
    text: "{{.secret}}",
  });
});
