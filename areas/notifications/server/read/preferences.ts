// The channels and quiet hours of the caller. People can only set their own channels and quiet hours, so no permission
// is required.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { CustomServices } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import { ConnectionFailure, resolveConnection } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import { someone, type Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { writeDocument, type StoredDocument } from "#server/spec/sealed-columns.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";

export function preferenceRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.ownPreferences,
    schema.ownPreferences,
    { access: "signed-in", summary: "Your channels and quiet hours" },
    ({ actor }) => readPreferences(system, actor),
  );
  handle(
    app,
    contract.saveOwnPreferences,
    schema.saveOwnPreferences,
    { access: "signed-in", summary: "Replaces your channels and quiet hours" },
    async ({ body, actor, scrubber }) => {
      await requireConnections(system, actor, body.channels ?? [], scrubber);
      await savePreferences(system, someone(actor).id, body);
      return readPreferences(system, actor);
    },
  );
}

async function readPreferences({ db }: System, actor: Actor): Promise<contract.Preferences> {
  const { id, email } = someone(actor);
  const { rows } = await sql<Omit<contract.Preferences, "email">>`
    select time_zone, to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_until, 'HH24:MI') as quiet_until, quiet_days, channels
    from   notification_preferences
    where  person_id = ${id}`.execute(db.system);
  const none = { time_zone: null, quiet_from: null, quiet_until: null, quiet_days: null, channels: null };
  return { ...(rows[0] ?? none), email };
}

/** Channels may only use connections that the person may use. */
async function requireConnections(
  system: System,
  actor: Actor,
  channels: NonNullable<contract.PreferencesChange["channels"]>,
  scrubber: Scrubber,
): Promise<void> {
  for (const [index, { connection, url }] of channels.entries()) {
    const path = `body.channels.${index}`;
    if ((connection === undefined) === (url === undefined))
      throw problem.badParts([{ path, message: "needs either a connection or a url" }]);
    if (connection === undefined) continue;
    try {
      await resolveConnection(system, connection, { subject: actor, scrubber, purpose: "message" });
    } catch (error) {
      if (error instanceof ConnectionFailure)
        throw problem.badParts([{ path: `${path}.connection`, message: error.message }]);
      throw error;
    }
  }
}

const table = "notification_preferences";

async function savePreferences(
  { db, secrets }: System,
  person: string,
  sent: contract.PreferencesChange,
): Promise<void> {
  await db.system.transaction().execute(async (tx) => {
    const { rows } = await sql<{ channels: CustomServices | null; channels_secrets: string | null }>`
      select channels, channels_secrets from notification_preferences where person_id = ${person} for update`.execute(
      tx,
    );
    const stored: StoredDocument | undefined = rows[0] && {
      masked: rows[0].channels,
      sealed: rows[0].channels_secrets,
    };
    const channels = sent.channels && sent.channels.length > 0 ? sent.channels : null;
    const written = writeDocument(
      secrets,
      { table, id: person, column: "channels" },
      {
        schema: schema.channelsSchema,
        sent: channels,
        stored,
      },
    );
    await sql`
      insert into notification_preferences (person_id, time_zone, quiet_from, quiet_until, quiet_days, channels, channels_secrets)
      values (${person}, ${sent.time_zone ?? null}, ${sent.quiet_from ?? null}, ${sent.quiet_until ?? null}, ${sent.quiet_days ?? null},
              ${channels === null ? null : JSON.stringify(written["channels"])}, ${written["channels_secrets"]})
      on conflict (person_id) do update
      set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, quiet_days = excluded.quiet_days,
          channels = excluded.channels, channels_secrets = excluded.channels_secrets`.execute(tx);
  });
}
