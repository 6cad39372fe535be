// @vitest-environment node
import { expect, test } from "vitest";
import { initials } from "./Avatar.tsx";

test.each([
  ["Ada Lovelace", "AL"],
  ["Ada Augusta King Lovelace", "AL"],
  ["ada", "A"],
  ["ada.lovelace@example.org", "AL"],
  ["Élodie Ünal", "ÉÜ"],
  ["  ", "?"],
  ["", "?"],
  ["🦊 Fox", "F"],
  ["(Ada) «Lovelace»", "AL"],
  ["🦊", "?"],
])("the initials of %s are %s", (name, letters) => expect(initials(name)).toBe(letters));
