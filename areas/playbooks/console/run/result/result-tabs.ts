// The tabs of an action: one for each part of its result, by its content type, and one for each artifact.
import { plainText } from "#lib/logs/ansi.ts";
import type { CodeLanguage } from "#console/widgets/code/pieces.ts";
import type { Json } from "#language/columns.ts";
import { capitalise } from "#lib/text/words.ts";
import type { Artifact } from "../../runs/run-query.ts";

export interface RecommendedPlaybook {
  id: string;
  title: string;
  parameters: readonly { key: string; value: string }[];
}

export type ResultContent =
  /** The live output. */
  | { type: "output" }
  | { type: "lines"; text: string }
  | { type: "code"; text: string; language: CodeLanguage }
  | { type: "markdown"; text: string }
  | { type: "data"; value: Json }
  | { type: "table"; columns: readonly string[]; rows: readonly Readonly<Record<string, Json>>[] }
  | { type: "playbooks"; playbooks: readonly RecommendedPlaybook[] }
  | { type: "artifact"; artifact: Artifact };

export interface ResultTab {
  value: string;
  label: string;
  content: ResultContent;
  /** The number of rows, if the tab shows rows. */
  count?: number;
}

interface ResultOf {
  kind: string | undefined;
  result: Json | null;
  error: string | null;
  contentType: string | undefined;
  artifacts: readonly Artifact[];
  /** Whether the action is running or has stored its output. */
  hasOutput: boolean;
}

type Fields = Readonly<Record<string, Json>>;

/** Whether the artifact is the stored output, which has its own tab. */
export const isOutput = ({ path }: Pick<Artifact, "path">) => /^playbooks\/[^/]+\/output\.log$/.test(path);

export function resultTabs({ kind, result, error, contentType, artifacts, hasOutput }: ResultOf): readonly ResultTab[] {
  const fields = prepared(kind ?? "exec", fieldsOf(result));
  const isPlain = contentType === undefined || /^(?:text\/plain|application\/log\+json)\b/.test(contentType);
  const tabs = Object.entries(fields).flatMap(([name, value]): readonly ResultTab[] => {
    // Left out, because the output contains this field completely.
    if (hasOutput && isPlain && isStreamed(name) && typeof value === "string") return [];
    const content = contentOf(name, value, isMain(name) ? contentType : undefined);
    return content ? [{ value: slug(name), label: labelOf(name), content, ...countIn(content) }] : [];
  });
  const failure: readonly ResultTab[] =
    error !== null && error !== "" && fields["error"] === undefined
      ? [{ value: "error", label: "Error", content: { type: "lines", text: error + reasonIn(fields, error) } }]
      : [];
  const output: readonly ResultTab[] = hasOutput
    ? [{ value: "output", label: "Output", content: { type: "output" } }]
    : [];
  const files = artifacts.filter((artifact) => !isOutput(artifact)).map(tabOfArtifact);
  const isLast = notesOnly.has(kind ?? "");
  const rank = (tab: ResultTab) => (isLast && tab.content.type === "output" ? 7 : rankOf(tab));
  return [...failure, ...output, ...tabs, ...files].sort((a, b) => rank(a) - rank(b));
}

const REASON_LINES = 20;

/** The last lines of stderr, if the error is only an exit code, which does not explain the failure. */
function reasonIn({ stderr }: Fields, error: string): string {
  if (typeof stderr !== "string" || stderr.trim() === "" || !/^exit (?:code|status) \d+$/.test(error.trim())) return "";
  return `\n\n${stderr.trimEnd().split("\n").slice(-REASON_LINES).join("\n")}`;
}

const fieldsOf = (result: Json | null): Fields =>
  typeof result === "object" && result !== null && !Array.isArray(result) ? (result as Fields) : {};

/** Combines or drops result fields, so that each action kind shows only the fields that users need. */
function prepared(kind: string, fields: Fields): Fields {
  if (kind === "notification") return without(fields, ["title"]);
  if (kind === "exec") {
    const { args, ...rest } = without(fields, ["path", "exitCode", "extra"]);
    const script = Array.isArray(args) ? args.join(" ").replace(/^bash -c /, "$ ") : undefined;
    return { ...rest, ...(script !== undefined && script !== "" && { script }) };
  }
  if (kind === "http") {
    const { code, headers, ...rest } = fields;
    return { ...rest, ...(code !== undefined && { response: { code, ...(headers !== undefined && { headers }) } }) };
  }
  if (kind === "sql") {
    const { columns, rows, ...rest } = without(fields, ["count"]);
    return { ...(rows !== undefined && { rows: { columns: columns ?? [], rows } }), ...rest };
  }
  if (kind === "ai") {
    const { json, ...rest } = without(fields, ["generationInfo", "slack"]);
    return { ...rest, ...(json !== undefined && { AI: json }) };
  }
  return fields;
}

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The fields to which the content type of an action applies. */
const isMain = (name: string) => isStreamed(name) || ["content", "markdown"].includes(name);

/** The fields whose text is also written to the output while the action runs. */
const isStreamed = (name: string) => ["stdout", "logs"].includes(name.toLowerCase());

/** The output of these kinds contains only remarks, so the result is shown before the output. */
const notesOnly: ReadonlySet<string> = new Set(["ai", "logs", "sql"]);

const languages: Readonly<Record<string, CodeLanguage>> = {
  "application/json": "json",
  "application/yaml": "yaml",
  "application/sql": "sql",
  "text/x-shellscript": "shell",
};

function contentOf(name: string, value: Json, contentType: string | undefined): ResultContent | undefined {
  if (value === null || value === "") return undefined;
  if (name === "recommendedPlaybooks") return recommended(value);
  const table = tableIn(name, value);
  if (table) return table;
  if (Array.isArray(value) && name.toLowerCase() === "logs") return { type: "lines", text: logText(value) };
  if (typeof value !== "string") return { type: "data", value };
  const type = contentType?.split(";", 1)[0]!.trim().toLowerCase();
  if (name === "markdown" || type === "markdown" || type === "text/markdown") return { type: "markdown", text: value };
  if (name === "script") return { type: "code", text: value, language: "shell" };
  if (name === "query") return { type: "code", text: value, language: "sql" };
  const language = type === undefined ? undefined : languages[type];
  return language ? { type: "code", text: plainText(value), language } : { type: "lines", text: value };
}

function tableIn(name: string, value: Json): ResultContent | undefined {
  if (name !== "rows" || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { columns, rows } = value as { columns?: unknown; rows?: unknown };
  if (!Array.isArray(rows)) return undefined;
  const named = Array.isArray(columns) && columns.length > 0 ? columns.map(String) : Object.keys(rows[0] ?? {});
  return { type: "table", columns: named, rows: rows as readonly Fields[] };
}

function recommended(value: Json): ResultContent | undefined {
  if (!Array.isArray(value)) return { type: "data", value };
  const playbooks = (value as unknown as readonly RecommendedPlaybook[]).filter(({ id }) => typeof id === "string");
  return playbooks.length > 0 ? { type: "playbooks", playbooks } : undefined;
}

const logText = (lines: readonly Json[]) =>
  lines
    .map((line) => {
      if (typeof line === "string") return line;
      const { firstObserved, timestamp, message } = (line ?? {}) as Readonly<Record<string, Json | undefined>>;
      const time = timestamp ?? firstObserved;
      return `${typeof time === "string" ? `${time} ` : ""}${typeof message === "string" ? message : JSON.stringify(line)}`;
    })
    .join("\n");

const labels: Readonly<Record<string, string>> = {
  stdout: "Stdout",
  recommendedPlaybooks: "Recommended Playbooks",
};
const labelOf = (name: string) => labels[name] ?? capitalise(name);

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const countIn = (content: ResultContent) => (content.type === "table" ? { count: content.rows.length } : {});

const tabOfArtifact = (artifact: Artifact): ResultTab => ({
  value: `artifact-${artifact.id}`,
  label: artifact.filename.split("/").at(-1) || artifact.filename,
  content: { type: "artifact", artifact },
});

/** Errors come first, then the output, the other parts, the artifacts, and the description of the result. */
function rankOf({ value, content }: ResultTab): number {
  if (value === "error") return 0;
  if (content.type === "output") return 1;
  if (["logs", "stdout", "markdown", "rows", "content"].includes(value)) return 2;
  if (value === "stderr") return 3;
  if (value === "metadata") return 6;
  return content.type === "artifact" ? 5 : 4;
}
