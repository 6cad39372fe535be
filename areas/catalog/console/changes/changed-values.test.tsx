import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { ChangedValuesContext, useSummary } from "./changed-values.ts";

const Summary = ({ id }: { id: string }) => useSummary({ id, summary: "spec.image" });

test("WG-63 without a provider, the summary of a change has no values, because dialogs show the diff itself", async () => {
  expect((await draw(<Summary id="a" />)).element.textContent).toBe("spec.image");
});

test("the summary of a change ends with the changed values from the provider", async () => {
  const values = new Map([["a", "1.4.0 → 1.5.0"]]);
  const shown = async (id: string) =>
    (
      await draw(
        <ChangedValuesContext value={values}>
          <Summary id={id} />
        </ChangedValuesContext>,
      )
    ).element.textContent;
  expect(await shown("a")).toBe("spec.image 1.4.0 → 1.5.0");
  expect(await shown("b")).toBe("spec.image");
});
