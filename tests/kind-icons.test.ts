// Tests that the console can draw the icons of the kinds that its pickers offer. The names are in
// console/widgets/technology/technologies.ts.
import { expect, test } from "vitest";
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import { connectionTypes } from "#areas/connections/server/types/index.ts";
import { checkKinds } from "#areas/health/server/checks/index.ts";
import { findDrawing } from "../console/widgets/technology/find-drawing.ts";

test.each(Object.entries({ checkKinds, scraperKinds, connectionTypes }))(
  "every kind in %s has an icon that the console can draw",
  (_, kinds) => {
    expect(kinds.filter(({ icon }) => !findDrawing(icon)).map(({ type, icon }) => [type, icon])).toEqual([]);
  },
);
