// Lists the active alerts of all sources as Alertmanager does, with the silences that hide them.
import type { z } from "zod";
import type { Labels } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { pattern } from "#lib/expression/pattern.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { getAlertGroups, getAlerts } from "../../alertmanager.contract.schema.ts";
import type { ShownAlert } from "../../alertmanager.contract.ts";
import { parseMatcher, testOfAll, type Matcher } from "../silences/matchers.ts";
import type { JudgedAlerts } from "./judged-alerts.ts";

/** Quarterdeck's own rules decide who receives an alert, so this API reports the same receiver for all alerts. */
export const receiver = { name: "quarterdeck" };

/** Go's zero time: the alert has no known end. */
const noTime = "0001-01-01T00:00:00.000Z";

interface Row {
  check_id: string;
  fingerprint: string;
  labels: Labels;
  annotations: Labels;
  generator_url: string | null;
  starts_at: string;
  ends_at: string | null;
  updated_at: string;
}

type Query = z.output<typeof getAlerts.query>;

/** A longer list is refused. */
const maxListed = 20_000;
const pageSize = 2_000;

export async function listAlerts(
  system: Pick<System, "db">,
  judged: JudgedAlerts,
  actor: Actor,
  query: Query,
): Promise<ShownAlert[]> {
  const isWanted = testOfAll(matchersOf(query.filter));
  if (!isReceiver(query.receiver)) return [];
  const wanted: Row[] = [];
  for await (const page of activeAlerts(system, actor)) {
    wanted.push(...page.filter(({ labels }) => isWanted(labels)));
    if (wanted.length > maxListed)
      throw problem.invalid(`There are more than ${maxListed} active alerts.`, {
        hint: 'Add a filter, such as filter=severity="critical".',
      });
  }
  const silencedBy = await judged.silencedBy(wanted.map(({ check_id: id }) => id));
  return wanted
    .map((row, index) => shownAlert(row, silencedBy[index]!))
    .filter(({ status: { state } }) => (state === "suppressed" ? query.silenced : query.active) === "true");
}

async function* activeAlerts({ db }: Pick<System, "db">, actor: Actor): AsyncGenerator<readonly Row[]> {
  const client = db.reading(claimsOf(actor, "read"));
  let after: Pick<Row, "fingerprint" | "check_id"> | undefined;
  for (;;) {
    const { rows } = await client.query<Row>(
      `select a.check_id, a.fingerprint, a.labels, a.annotations, a.generator_url, a.starts_at, a.ends_at, a.updated_at
       from   checks c
       join   alerts a on a.check_id = c.id
       where  c.deleted_at is null and a.reported = 'firing' and (a.ends_at is null or a.ends_at > now())
       and    ($1::text is null or (a.fingerprint, a.check_id) > ($1, $2::uuid))
       order  by a.fingerprint, a.check_id
       limit  ${pageSize}`,
      [after?.fingerprint ?? null, after?.check_id ?? null],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1);
  }
}

/** Parses the filters of a query. */
export function matchersOf(filters: readonly string[]): Matcher[] {
  try {
    const matchers = filters.map(parseMatcher);
    // Reports invalid regular expressions.
    testOfAll(matchers);
    return matchers;
  } catch (error) {
    if (error instanceof Unreadable) throw problem.invalid(error.message);
    throw error;
  }
}

function isReceiver(expression: string | undefined): boolean {
  if (expression === undefined || expression === "") return true;
  try {
    return pattern(expression).matcher(receiver.name).matches();
  } catch (error) {
    if (error instanceof ExpressionFault) throw problem.invalid(`receiver: ${error.message}`);
    throw error;
  }
}

const shownAlert = (row: Row, silencedBy: readonly string[]): ShownAlert => ({
  labels: row.labels,
  annotations: row.annotations,
  startsAt: timestamp(row.starts_at),
  endsAt: row.ends_at === null ? noTime : timestamp(row.ends_at),
  updatedAt: timestamp(row.updated_at),
  generatorURL: row.generator_url ?? "",
  fingerprint: row.fingerprint,
  receivers: [receiver],
  status: {
    state: silencedBy.length > 0 ? "suppressed" : "active",
    silencedBy: [...silencedBy],
    inhibitedBy: [],
    mutedBy: [],
  },
});

/** RFC 3339, which the clients of Alertmanager require. */
export const timestamp = (input: string) => new Date(input).toISOString();

/** Groups alerts by name. */
export function groupAlerts(alerts: readonly ShownAlert[]): z.input<typeof getAlertGroups.answer> {
  const groups = Map.groupBy(alerts, ({ labels }) => labels["alertname"] ?? "");
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([alertname, members]) => ({ labels: alertname === "" ? {} : { alertname }, receiver, alerts: members }));
}
