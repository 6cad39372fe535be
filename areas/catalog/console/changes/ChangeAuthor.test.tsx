import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { ChangeAuthor, KnownPeople } from "./ChangeAuthor.tsx";

const ada = "00000000-0000-4000-8000-000000000001";

test("WG-63 ChangeAuthor throws outside a KnownPeople provider", async () => {
  await expect(draw(<ChangeAuthor change={{ created_by: ada }} />)).rejects.toThrow(
    "ChangeAuthor needs a KnownPeople provider",
  );
});

test("shows the known person first, then the name from the source, then the source", async () => {
  const people = new Map([[ada, { name: "Ada Lovelace" }]]);
  const shown = async (change: Parameters<typeof ChangeAuthor>[0]["change"]) =>
    (
      await draw(
        <KnownPeople value={people}>
          <ChangeAuthor change={change} />
        </KnownPeople>,
      )
    ).element.textContent;
  expect(await shown({ created_by: ada, external_created_by: "root", source: "git" })).toContain("Ada Lovelace");
  expect(await shown({ external_created_by: "root", source: "git" })).toBe("root");
  expect(await shown({ source: "git" })).toBe("git");
});
