import { expect, test } from "vitest";
import { draw } from "../../../../tests/console/draw.ts";
import { KnownPeople, Who } from "./Who.tsx";

const ada = "00000000-0000-4000-8000-000000000001";

test("WG-63 who did it is not told outside of a page that knows people", async () => {
  await expect(draw(<Who change={{ created_by: ada }} />)).rejects.toThrow("needs KnownPeople above it");
});

test("one of us comes before the words of the source, and those before the source", async () => {
  const people = new Map([[ada, { name: "Ada Lovelace" }]]);
  const shown = async (change: Parameters<typeof Who>[0]["change"]) =>
    (
      await draw(
        <KnownPeople value={people}>
          <Who change={change} />
        </KnownPeople>,
      )
    ).element.textContent;
  expect(await shown({ created_by: ada, external_created_by: "root", source: "git" })).toContain("Ada Lovelace");
  expect(await shown({ external_created_by: "root", source: "git" })).toBe("root");
  expect(await shown({ source: "git" })).toBe("git");
});
