// @vitest-environment node
import { expect, test } from "vitest";
import { hiddenAgents, type Token, wantedTokens } from "./tokens-query.ts";

const token = (name: string) => ({ name, person: { name: "Ada", email: null } }) as Token;
const all = [token("agent-north"), token("deploy"), token("agent-south")];

test("tokens of agents are hidden by the switch, and counted", () => {
  expect(wantedTokens(all, { search: "", hideAgents: true }).map(({ name }) => name)).toEqual(["deploy"]);
  expect(hiddenAgents(all, { hideAgents: true })).toBe(2);
  expect(hiddenAgents(all, { hideAgents: false })).toBe(0);
});
