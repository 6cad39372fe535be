// Caches the actors of the last seconds by credential (a token, or the salted digest of a password), so that a request
// needs no query and no hash. Tokens are kept in plain text, because every request in progress also has its token in
// plain text. An entry is dropped immediately when its session, token, person, roles or rules change in any process.
// While this process receives no changes, the cache is not used.
import type { Actor } from "#server/http/actor.ts";

export interface Change {
  relation: string;
  /** Null if every row of the relation may have changed. */
  ids: readonly string[] | null;
}

/** The part of the live stream that the cache needs. */
export interface Changes {
  readonly connected: boolean;
  on(relations: readonly string[], listener: (change: Change) => void): void;
}

export interface Found<A extends Actor = Actor> {
  actor: A;
  /** End of the session or token, in milliseconds since 1970. */
  expiresAt: number;
}

interface Held {
  actor: Actor;
  until: number;
}

export interface ActorCache {
  get(key: string): Actor | undefined;
  /** Calls `find` and caches the result unless a relevant row changed in the meantime. */
  load<F extends Found>(key: string, find: () => Promise<F | undefined>, keepMs?: number): Promise<F["actor"] | null>;
  /** Applies a change made by this process without waiting for the stream. */
  forget(change: Change): void;
}

const keptMs = 10_000;
const maxEntries = 5_000;

/** Relations that rights depend on, in addition to roles. */
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
        const oldest = held.size >= maxEntries ? held.keys().next() : undefined;
        if (oldest?.done === false) held.delete(oldest.value);
        held.set(key, { actor: found.actor, until: Math.min(Date.now() + keepMs, found.expiresAt) });
      }
      return found.actor;
    },
    forget,
  };
}

/** Whether a change can invalidate a cached actor. */
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
      // The change may be a new password, or a second factor that the session has not proven.
      return actor.kind === "person";
    default:
      return true;
  }
}
