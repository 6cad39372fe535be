// Finds people and teams by name or email address, for the palette.
import { type Guarded, isOpen, read } from "#console/access/access.ts";
import { ask, db } from "#console/client/rows.ts";
import type { Finder, FoundThing } from "#console/shell/area.ts";

const SHOWN = 5;

/** Requirements of the pages that the results link to. */
const users: Guarded = { feature: "settings.users", needs: read("identities") };
const teams: Guarded = { feature: "settings.teams", needs: read("database") };

export const findPeople: Finder = async (text, signal, access) => {
  const words = text.split(/\s+/).filter(Boolean);
  const [people, groups] = await Promise.all([
    isOpen(users, access) ? peopleNamed(words, signal) : [],
    isOpen(teams, access) ? teamsNamed(words, signal) : [],
  ]);
  return [
    // Sorted after all results that have a health.
    { title: "People", rank: 1, things: people },
    { title: "Teams", rank: 1, things: groups },
  ].filter(({ things }) => things.length > 0);
};

async function peopleNamed(words: readonly string[], signal: AbortSignal): Promise<FoundThing[]> {
  let question = db.from("people_roles").select("id,name,email,roles").order("name").limit(SHOWN);
  for (const word of words) question = question.or(`name.ilike.${anywhere(word)},email.ilike.${anywhere(word)}`);
  const { rows } = await ask(question, signal);
  return rows.map(({ id, name, email, roles }) => ({
    kind: "person",
    id,
    name,
    icon: "user-round",
    detail: [email, ...roles].join(" · "),
  }));
}

async function teamsNamed(words: readonly string[], signal: AbortSignal): Promise<FoundThing[]> {
  let question = db.from("teams").select("id,name,icon").is("deleted_at", null).order("name").limit(SHOWN);
  for (const word of words) question = question.ilike("name", `%${word}%`);
  const { rows } = await ask(question, signal);
  return rows.map(({ id, name, icon }) => ({ kind: "team", id, name, icon: icon || "users-round", detail: "Team" }));
}

/** A pattern for or=(…), quoted because commas and brackets have a special meaning there. */
const anywhere = (word: string) => `"%${word.replaceAll(/["\\]/g, "\\$&")}%"`;
