import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { SelectField } from "./SelectField.tsx";

const words = [{ value: "read" }, { value: "update" }];

test("a required choice is marked as required only until a value is chosen, because it cannot be cleared", async () => {
  const labelOf = async (value: string | undefined) => {
    const { element } = await draw(
      <SelectField label="Action" isRequired value={value} onChange={() => {}} options={words} />,
    );
    return element.querySelector("label")?.textContent;
  };
  expect(await labelOf(undefined)).toBe("Action*");
  expect(await labelOf("read")).toBe("Action");
});
