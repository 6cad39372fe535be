// The queries and the URL state of the access tokens page.
import { text, urlState, yesNo } from "#console/url/url-state.ts";
import { callOptions } from "#console/client/call.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { tokens } from "../../contract.ts";

export const allTokens = callOptions(tokens, {}, { relations: ["access_tokens"] });

export type Token = NonNullable<(typeof tokens)["shape"]>["answer"]["payload"][number];

export const tokenFilters = filterSet({ search: { type: "search", label: "Search by name or owner" } });

export const tokensUrl = urlState({
  /** The id of the open token. */
  id: text(),
  /** "true" while the dialog for a new token is open. */
  addToken: text(),
  hideAgents: yesNo(true),
});

/** The names of tokens that were created for agents begin with "agent-". */
export const isOfAgent = ({ name }: Token) => name.startsWith("agent-");

export interface Wanted {
  search: string;
  hideAgents: boolean;
}

export function wantedTokens(all: readonly Token[], { search, hideAgents }: Wanted): readonly Token[] {
  const sought = search.trim().toLowerCase();
  const says = (text: string | null) => text?.toLowerCase().includes(sought) === true;
  return all.filter(
    (token) =>
      !(hideAgents && isOfAgent(token)) && (says(token.name) || says(token.person.name) || says(token.person.email)),
  );
}

/** Returns the number of agent tokens that the switch hides. */
export const hiddenAgents = (all: readonly Token[], { hideAgents }: Pick<Wanted, "hideAgents">) =>
  hideAgents ? all.filter(isOfAgent).length : 0;

export const hasExpired = ({ expires_at: end }: Pick<Token, "expires_at">, now = Date.now()) =>
  end !== null && Date.parse(end) <= now;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const MAX_DAYS = 99;
const MONTH = 30.44 * DAY;

/** Prints the time that is left like an age, but rounded: 11h, 30d (up to 99d), 4mo, 1y. */
export function timeLeft(millis: number): string {
  if (millis < DAY) return `${Math.max(1, Math.round(millis / HOUR))}h`;
  if (millis < (MAX_DAYS + 0.5) * DAY) return `${Math.round(millis / DAY)}d`;
  const months = Math.round(millis / MONTH);
  return months < 12 ? `${months}mo` : `${Math.round(months / 12)}y`;
}
