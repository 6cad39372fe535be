// Exports of an incident: one HTML file that opens offline, and a zip file with JSON files. Both contain only rows that
// the exporter may read, without credentials.
import { Budget, collectChecks, collectConfigs, fileOf, zipOf } from "#areas/topology/server/index.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { maskText } from "#server/spec/masked-spec.ts";
import { draftOf } from "./draft.ts";
import { printPage } from "./html-page.ts";
import { readRecord, type IncidentRecord } from "./incident-record.ts";
import { storedPostmortem } from "./postmortem.ts";
import { readReplay, spanOf } from "./replay.ts";

type Exporting = Pick<System, "db" | "features" | "catalog">;

export interface Exporter {
  actor: Actor;
  origin: Origin;
}

export const maxHtmlBytes = 20 * 1024 * 1024;
/** The maximum size of the collected rows of a zip file, in characters. */
const maxZipCharacters = 32 * 1024 * 1024;

interface Limits {
  text: number;
  rows: number;
  intervals: number;
}

/**
 * The limits of each step that makes the file smaller: characters of a text, rows of a list, and intervals of a
 * resource.
 */
const steps: readonly Limits[] = [
  { text: 1_000_000, rows: 5_000, intervals: 500 },
  { text: 50_000, rows: 2_000, intervals: 200 },
  { text: 5_000, rows: 1_000, intervals: 100 },
  { text: 500, rows: 500, intervals: 50 },
];

export async function exportHtml(system: Exporting, id: string, { actor, origin }: Exporter): Promise<string> {
  const record = await readRecord(system, actor, id, "the export");
  let page = "";
  for (const [step, limits] of steps.entries()) {
    const replay = await readReplay(system, actor, record, limits);
    const thin = thinned(record, limits);
    page = printPage({
      record: thin,
      replay,
      postmortem: await postmortemOf(system, record, replay),
      exportedAt: new Date(),
      isThinned: step > 0,
    });
    if (Buffer.byteLength(page) <= maxHtmlBytes) break;
  }
  await recordExport(system, record, { actor, origin }, "html");
  return page;
}

async function postmortemOf(
  system: Exporting,
  record: IncidentRecord,
  replay: Parameters<typeof draftOf>[1],
): Promise<string> {
  const stored = await storedPostmortem(system, record.incident.id);
  return maskText(stored?.markdown ?? draftOf(record, replay));
}

/** Keeps the newest rows, and the beginning of texts. */
export function thinned(record: IncidentRecord, { text, rows }: Omit<Limits, "intervals">): IncidentRecord {
  const cut = (value: string) => (value.length > text ? `${value.slice(0, text)}…` : value);
  const newest = <Row>(all: readonly Row[]) => all.slice(-rows);
  return {
    ...record,
    comments: newest(record.comments).map((row) => ({ ...row, comment: cut(row.comment) })),
    history: newest(record.history),
    evidence: newest(record.evidence).map((row) => ({
      ...row,
      description: cut(row.description),
      evidence: cutDocument(row.evidence, text),
    })),
  };
}

function cutDocument(document: unknown, length: number): unknown {
  const text = JSON.stringify(document) ?? "null";
  return text.length <= length ? document : `${text.slice(0, length)}…`;
}

/** Evidence can link very many rows, so config items and checks share one limit. */
export async function exportZip(system: Exporting, id: string, { actor, origin }: Exporter): Promise<Buffer> {
  const record = await readRecord(system, actor, id, "the snapshot of an incident");
  const replay = await readReplay(system, actor, record);
  const { incident, resources, ...parts } = record;
  const idsOf = (kind: string) => resources.filter((one) => one.kind === kind).map((one) => one.id);
  const budget = new Budget(maxZipCharacters);
  const files = [
    fileOf("incidents.json", [{ ...incident, ...parts }]),
    fileOf("replay.json", replay),
    { name: "postmortem.md", content: await postmortemOf(system, record, replay) },
  ];
  for (const { content } of files) budget.take(content.length);
  const checks = await collectChecks(system, actor, idsOf("check"), { span: spanOf(record), budget });
  const configs = await collectConfigs(system, actor, idsOf("config"), budget);
  const zip = await zipOf(files, { configs, checks });
  await recordExport(system, record, { actor, origin }, "zip");
  return zip;
}

const recordExport = (
  { db }: Exporting,
  { incident }: IncidentRecord,
  exporter: Exporter,
  format: "html" | "zip",
): Promise<void> =>
  recordDeeds(db.system, exporter, [
    {
      action: "run",
      resource_type: "incidents",
      resource_id: incident.id,
      resource_name: incident.incident_id,
      after: { export: format },
    },
  ]);
