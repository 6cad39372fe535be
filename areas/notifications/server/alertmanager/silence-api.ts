// Silences in the format of the Alertmanager API. Only silences with matchers are included, because this API cannot
// represent other silences.
import type { z } from "zod";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { postSilence } from "../../alertmanager.contract.schema.ts";
import type { ShownSilence } from "../../alertmanager.contract.ts";
import { matchers as matcherList, printMatcher, testOf, type Matcher } from "../silences/matchers.ts";
import { silenceColumns, silenceOf, type SilenceRow } from "../silences/silence.ts";
import { insertSilence, updateSilence, type Author } from "../silences/write-silence.ts";
import { timestamp } from "./list-alerts.ts";

interface Row extends SilenceRow {
  matchers: never;
  description: string | null;
  author: string | null;
  person: string | null;
  created_at: string;
  updated_at: string;
}

/** The end that is reported for a silence without an end. */
const never = "9999-12-31T23:59:59.999Z";

/** Ended silences are listed for five days, as in Alertmanager. */
async function read({ db }: Pick<System, "db">, actor: Actor, id?: string): Promise<Row[]> {
  const columns = silenceColumns.map((column) => `s."${column}"`).join(", ");
  const { rows } = await db.reading(claimsOf(actor, "read")).query<Row>(
    `select ${columns}, s.description, s.author, p.name as person, s.created_at, s.updated_at
     from   notification_silences s
     left   join people p on p.id = s.created_by
     where  s.matchers is not null and s.deleted_at is null
     and    (s.until is null or s.until > now() - interval '5 days')
     and    ($1::uuid is null or s.id = $1)
     order  by s.until desc nulls first, s.id`,
    [id ?? null],
  );
  return rows;
}

function shown(row: Row): ShownSilence {
  const { id, description, author, person, created_at, updated_at, from, until } = row;
  return {
    id,
    status: { state: stateOf(row) },
    updatedAt: timestamp(updated_at),
    startsAt: timestamp(from ?? created_at),
    endsAt: until === null ? never : timestamp(until),
    comment: description ?? "",
    createdBy: author || (person ?? ""),
    matchers: matchersOf(row),
  };
}

const matchersOf = ({ matchers }: Row): Matcher[] => matchers;

/** A silence between two of its windows is also pending. */
function stateOf(row: Row): ShownSilence["status"]["state"] {
  const now = Date.now();
  if (row.until !== null && Date.parse(row.until) <= now) return "expired";
  return silenceOf(row).isOpenAt(now) ? "active" : "pending";
}

/**
 * A filter selects silences that have a matcher for the filter's label with a value that the filter matches. All
 * filters must match.
 */
export async function listSilences(
  system: Pick<System, "db">,
  actor: Actor,
  filters: readonly Matcher[],
): Promise<ShownSilence[]> {
  const tests = filters.map((filter) => ({ name: filter.name, test: testOf(filter) }));
  const isWanted = (matchers: readonly Matcher[]) =>
    tests.every(({ name, test }) => {
      const values = matchers.filter((own) => own.name === name).map(({ value }) => value);
      // A silence without a matcher for the label is treated like an alert without the label.
      return values.length === 0 ? test({}) : values.some((value) => test({ [name]: value }));
    });
  const rows = await read(system, actor);
  return rows.filter((row) => isWanted(matchersOf(row))).map(shown);
}

async function findSilence(system: Pick<System, "db">, actor: Actor, id: string): Promise<Row> {
  const [row] = await read(system, actor, id);
  if (!row) throw problem.notFound("silence", id);
  return row;
}

export const oneSilence = async (system: Pick<System, "db">, actor: Actor, id: string): Promise<ShownSilence> =>
  shown(await findSilence(system, actor, id));

type Stores = Pick<System, "db" | "catalog" | "writes">;

/** A silence gets a new id if its matchers change or it has ended, as in Alertmanager. */
export async function writeSilence(
  system: Stores,
  author: Author,
  { id, startsAt, endsAt, comment, createdBy, ...posted }: z.output<typeof postSilence.body>,
): Promise<string> {
  const parsed = matcherList.safeParse(posted.matchers);
  if (!parsed.success)
    throw problem.badParts(
      parsed.error.issues.map(({ path, message }) => ({ path: ["matchers", ...path].join("."), message })),
    );
  const matchers = parsed.data;
  const now = new Date();
  if (endsAt === undefined) throw problem.invalid("endsAt is required");
  const from = startsAt === undefined || startsAt < now ? now : startsAt;
  if (endsAt <= now) throw problem.invalid("end time can't be in the past");
  if (endsAt <= from) throw problem.invalid("start time must be before end time");
  const values = { until: endsAt.toISOString(), description: comment, author: createdBy };
  const found = id ? await findSilence(system, author.actor, id) : undefined;
  const known = found && stateOf(found) !== "expired" ? found : undefined;
  // The old silence ends only if the new silence is stored.
  return system.db.system.transaction().execute(async (tx) => {
    if (known && keyOf(matchersOf(known)) === keyOf(matchers)) {
      const isStarted = known.from === null || Date.parse(known.from) <= now.getTime();
      const changes = isStarted ? values : { ...values, from: from.toISOString() };
      await updateSilence(tx, system, author, { id: known.id, changes });
      return known.id;
    }
    if (known) await updateSilence(tx, system, author, { id: known.id, changes: endingNow(known) });
    const name = matchers.map(printMatcher).join(", ").slice(0, 200).toWellFormed();
    const row = { ...values, name, from: from.toISOString(), matchers };
    return (await insertSilence(tx, system, author, row)).id;
  });
}

const keyOf = (matchers: readonly Matcher[]) => JSON.stringify(matchers.map(printMatcher).sort());

export async function expireSilence(system: Stores, author: Author, id: string): Promise<void> {
  const known = await findSilence(system, author.actor, id);
  if (stateOf(known) === "expired") throw problem.invalid(`silence ${id} already expired`);
  await system.db.system
    .transaction()
    .execute((tx) => updateSilence(tx, system, author, { id, changes: endingNow(known) }));
}

function endingNow({ from }: Row) {
  const now = new Date();
  const isStarted = from === null || Date.parse(from) <= now.getTime();
  return { until: now.toISOString(), ...(!isStarted && { from: now.toISOString() }) };
}
