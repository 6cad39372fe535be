// The actors of the last seconds, by what they showed (a token, or the salted digest of a password), so that a request
// costs no query and no digest: a request that is being answered holds its token in memory anyway. An entry goes at once when the session, the token, the person, the roles or the rules behind it change, in whichever process that happened; while
// this process does not hear of changes, nothing is taken from here.
import type { Actor } from "#server/http/actor.ts";

export interface Change {
  relation: string;
  /** Null when all rows of the relation may be concerned. */
  ids: readonly string[] | null;
}

/** What this needs of the live stream. */
export interface Changes {
  readonly connected: boolean;
  on(relations: readonly string[], listener: (change: Change) => void): void;
}

export interface Found<A extends Actor = Actor> {
  actor: A;
  /** When the session or token ends, in milliseconds since 1970. */
  expiresAt: number;
}

interface Held {
  actor: Actor;
  until: number;
}

export interface ActorCache {
  get(key: string): Actor | undefined;
  /** Asks `find`, and keeps the answer unless something changed meanwhile. */
  load<F extends Found>(key: string, find: () => Promise<F | undefined>, keepMs?: number): Promise<F["actor"] | null>;
  /** What this process changed itself it need not wait to hear. */
  forget(change: Change): void;
}

const keptMs = 10_000;
const most = 5_000;

/** What rights come from, beside people's roles. */
export const rightsRelations = ["permissions", "permission_groups", "teams", "team_members", "properties"] as const;

export const watchedRelations = [
  "sessions",
  "access_tokens",
  "credentials",
  "security_keys",
  "people",
  "person_roles",
  ...rightsRelations,
] as const;

export function createActorCache(changes: Changes): ActorCache {
  const held = new Map<string, Held>();
  let generation = 0;

  const forget = (change: Change) => {
    generation += 1;
    for (const [key, { actor }] of held) if (isConcerned(actor, change)) held.delete(key);
  };
  changes.on(watchedRelations, forget);

  return {
    get(key) {
      const entry = held.get(key);
      if (entry === undefined) return undefined;
      if (changes.connected && entry.until > Date.now()) return entry.actor;
      held.delete(key);
      return undefined;
    },
    async load(key, find, keepMs = keptMs) {
      const asked = generation;
      const found = await find();
      if (found === undefined) return null;
      if (changes.connected && asked === generation) {
        const oldest = held.size >= most ? held.keys().next() : undefined;
        if (oldest?.done === false) held.delete(oldest.value);
        held.set(key, { actor: found.actor, until: Math.min(Date.now() + keepMs, found.expiresAt) });
      }
      return found.actor;
    },
    forget,
  };
}

/** Whether what is known of an actor may be outdated by a change. */
export function isConcerned(actor: Actor, { relation, ids }: Change): boolean {
  if (actor.kind === "system") return false;
  if (ids === null) return true;
  switch (relation) {
    case "sessions":
      return actor.kind === "person" && actor.session !== null && ids.includes(actor.session.id);
    case "access_tokens":
      return actor.kind === "token" && ids.includes(actor.token.id);
    case "people":
      return ids.includes(actor.id);
    case "credentials":
    case "security_keys":
      // A new password, or a second factor that a session now lacks.
      return actor.kind === "person";
    default:
      return true;
  }
}
