// Prints an incident as one HTML page that needs no network: styles, script and data are in the file, and its content
// security policy forbids every request.
import { escapeHtml as escape, readMarkdown, renderHtml } from "#areas/notifications/server/index.ts";
import { printMinute } from "#lib/time/dates.ts";
import type { IncidentReplay } from "../../contract/afterwards.ts";
import { because, historyText } from "../timeline/sentences.ts";
import type { EvidenceRow, HistoryRow, IncidentRecord } from "./incident-record.ts";
import { replayScript, replayStyle } from "./html-replay.ts";

export interface ExportedPage {
  record: IncidentRecord;
  replay: IncidentReplay;
  /** The post-mortem in Markdown. */
  postmortem: string;
  exportedAt: Date;
  /** Whether older or longer parts are missing, because the file would become too large. */
  isThinned: boolean;
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
  pre { overflow: auto; max-height: 30rem; background: #8881; padding: .6rem; }
  .note { color: #888; }
  ${replayStyle}`;

const time = (text: string) =>
  `<time datetime="${escape(text)}">${escape(printMinute(Date.parse(text), "UTC"))} UTC</time>`;
const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const table = (heads: readonly string[], rows: readonly string[]) =>
  `<table><thead><tr>${heads.map((head) => `<th>${escape(head)}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
const text = (value: string | null) => escape(value ?? "").replaceAll("\n", "<br>");

export function printPage({ record, replay, postmortem, exportedAt, isThinned }: ExportedPage): string {
  const { incident, hypotheses, evidence, comments, history, responders } = record;
  const title = `${incident.incident_id}: ${incident.title}`;
  const facts: readonly [string, string][] = [
    ["Status", escape(incident.status)],
    ["Severity", escape(incident.severity)],
    ["Type", escape(incident.type)],
    ["Commander", text(incident.commander)],
    ["Started", time(incident.created_at)],
    ["Acknowledged", incident.acknowledged === null ? "" : time(incident.acknowledged)],
    ["Resolved", incident.resolved === null ? "" : time(incident.resolved)],
    ["Closed", incident.closed === null ? "" : time(incident.closed)],
    ["Responders", text(responders.map(({ type, name }) => name ?? type).join(", "))],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<p class="note">Exported ${time(exportedAt.toISOString())}. It contains only what the exporter may read.${
    isThinned || replay.isThinned ? " Some older points and parts of long texts are left out." : ""
  }</p>
<p>${text(incident.description)}</p>
${table(
  ["Field", "Value"],
  facts.map(([name, value]) => row(escape(name), value)),
)}
<h2>Post-mortem</h2>
${renderMarkdown(postmortem)}
<h2>Replay</h2>
${replayPart(replay)}
<h2>Hypotheses</h2>
${table(
  ["Type", "Title", "Status", "Since"],
  hypotheses.map((one) => row(escape(one.type), escape(one.title), escape(one.status), time(one.created_at))),
)}
<h2>Evidence</h2>
${evidence.map(evidencePart).join("\n")}
<h2>Comments</h2>
${table(
  ["Time", "Author", "Comment"],
  comments.map((one) => row(time(one.created_at), text(one.author), text(one.comment))),
)}
<h2>History</h2>
${table(
  ["Time", "Author", "Step"],
  history.map((one) => row(time(one.created_at), text(one.author), text(stepOf(one)))),
)}
<script>${replayScript}</script>
</body>
</html>
`;
}

const stepOf = ({ type, description, subject, reason }: HistoryRow) =>
  because(historyText({ type, description, hypothesis: subject }), reason);

/** The reader of Markdown cuts longer texts, so a post-mortem is read in parts that end with a line. */
const partLength = 15_000;

export function renderMarkdown(markdown: string): string {
  const parts: string[] = [];
  let rest = markdown;
  while (rest.length > partLength) {
    const end = rest.lastIndexOf("\n\n", partLength);
    const at = end > 0 ? end : partLength;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest].map((part) => renderHtml(readMarkdown(part))).join("\n");
}

function evidencePart({
  type,
  name,
  description,
  evidence,
  definition_of_done: isPart,
  done,
  created_at,
  script,
  script_result,
}: EvidenceRow): string {
  const state = isPart ? ` · definition of done: ${done ? "done" : "not done"}` : "";
  const code = script ? `<p><code>${escape(script)}</code> ${text(script_result)}</p>` : "";
  const content =
    evidence === null
      ? ""
      : `<pre>${escape(typeof evidence === "string" ? evidence : JSON.stringify(evidence, undefined, 1))}</pre>`;
  return `<details><summary>${escape(type)} ${text(name)} ${text(description)} · ${time(created_at)}${state}</summary>${code}${content}</details>`;
}

/** The page prints every interval, so that it is also readable without the script. */
function replayPart(replay: IncidentReplay): string {
  const [from, to] = [Date.parse(replay.from), Date.parse(replay.to)];
  const share = (at: string) => (((Date.parse(at) - from) / Math.max(1, to - from)) * 100).toFixed(3);
  const bars = replay.resources.map(({ kind, name, intervals }) => {
    const parts = intervals.map(
      (each) =>
        `<i class="${escape(each.health)}" data-from="${Date.parse(each.from)}" data-to="${Date.parse(each.to)}" title="${escape(`${each.health} from ${each.from} to ${each.to}`)}" style="left:${share(each.from)}%;width:${(Number(share(each.to)) - Number(share(each.from))).toFixed(3)}%"></i>`,
    );
    return `<tr class="lane"><td>${escape(kind)}</td><td>${escape(name)}</td><td class="now"></td><td class="bar">${parts.join("")}</td></tr>`;
  });
  const changes = replay.changes.map(
    ({ at, summary, config, severity }) =>
      `<tr class="change" data-at="${Date.parse(at)}"><td>${time(at)}</td><td>${escape(config.name)}</td><td>${text(severity)}</td><td>${text(summary)}</td></tr>`,
  );
  return `<p><label>Time <input id="at" type="range" min="${from}" max="${to}" value="${to}" step="60000"></label> <output id="moment"></output></p>
<table id="replay"><thead><tr><th>Kind</th><th>Name</th><th>Health</th><th></th></tr></thead><tbody>${bars.join("\n")}</tbody></table>
<h3>Changes</h3>
<table><thead><tr><th>Time</th><th>Config item</th><th>Severity</th><th>Summary</th></tr></thead><tbody>${changes.join("\n")}</tbody></table>`;
}
