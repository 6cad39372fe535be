// @vitest-environment node
import { expect, test } from "vitest";
import { hiddenAgents, type Token, wantedTokens } from "./tokens-query.ts";

const token = (name: string) => ({ name, person: { name: "Ada", email: null } }) as Token;
const all = [token("agent-north"), token("deploy"), token("agent-south")];

test("hides the tokens of agents if the switch is on, and counts them", () => {
  expect(wantedTokens(all, { search: "", hideAgents: true }).map(({ name }) => name)).toEqual(["deploy"]);
  expect(hiddenAgents(all, { hideAgents: true })).toBe(2);
  expect(hiddenAgents(all, { hideAgents: false })).toBe(0);
});
