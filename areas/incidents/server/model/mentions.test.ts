import { expect, test } from "vitest";
import { mentionsIn, newMentions, plainComment } from "./mentions.ts";

const [ada, grace] = ["018f0000-0000-7000-8000-00000000000a", "018f0000-0000-7000-8000-00000000000b"];

test("finds each mentioned person once", () => {
  expect(
    mentionsIn(`@[Ada L](user:${ada}) and @[Grace](user:${grace.toUpperCase()}), again @[Ada](user:${ada})`),
  ).toEqual([ada, grace]);
  expect(mentionsIn(`ada@example.org @[Ada](user:1) @Ada (user:${ada})`)).toEqual([]);
});

test("an edit notifies only people that the comment did not mention before", () => {
  const first = `@[Ada](user:${ada}) look`;
  expect(newMentions(first, undefined)).toEqual([ada]);
  expect(newMentions(`${first} @[Grace](user:${grace})`, first)).toEqual([grace]);
});

test("external systems receive names instead of mention markup", () => {
  expect(plainComment(`Ask @[Ada $1 L](user:${ada}).`)).toBe("Ask @Ada $1 L.");
});
