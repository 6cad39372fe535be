// Reads the systemd journal with the machine's journalctl: the journal of the machine that Quarterdeck runs on, or
// journal files in a directory within ALLOW_DIRECTORIES.
import { lineMatcher } from "#lib/logs/line-matcher.ts";
import { ExecRefused } from "#server/exec/run-command.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import { part, text, texts } from "#server/spec/parts.ts";
import { entryFields } from "../source/entry-fields.ts";
import { BucketCounter, fieldsOfSample } from "../lines/count-lines.ts";
import { labelFilter, otherLabels } from "../lines/label-filter.ts";
import {
  defineReader,
  type LogPage,
  type LogQuery,
  type LogSelection,
  type LogSource,
  type RawLine,
} from "../source/reader.ts";
import { readEntry } from "./journald/entry.ts";
import { followJournal, journalctl, type JournalRun } from "./journald/journalctl.ts";

/** The journal field for each label. */
const matched: Readonly<Record<string, string>> = {
  unit: "_SYSTEMD_UNIT",
  identifier: "SYSLOG_IDENTIFIER",
  priority: "PRIORITY",
  transport: "_TRANSPORT",
};

const maxMs = 20_000;
const maxCounted = 500_000;

export const journald = defineReader({
  type: "journald",
  title: "Journal of systemd",
  icon: "logs",
  onlyAdmins: true,
  spec: part({
    units: texts.optional().meta({ label: "Units", placeholder: "nginx.service", description: "Default: all units." }),
    directory: text.optional().meta({
      label: "Directory",
      placeholder: "/srv/other-machine/var/log/journal",
      description: "A directory with journal files, within ALLOW_DIRECTORIES. Default: the journal of this machine.",
    }),
    ...entryFields,
  }),

  open({ units = [], directory }, run): LogSource {
    const journal: JournalRun = { ...run, directory: directory || undefined };
    const source: LogSource = {
      search: (query) => searchJournal(journal, query, units),
      tail: (query) => followJournal(journal, followArgs(query, units), lineTest(query)),
      fields: (query) => fieldsOfSample(source.search, query),
      async histogram(query, bucketMs) {
        const counter = new BucketCounter(query.start, bucketMs);
        let counted = 0;
        let last: number | undefined;
        const isWanted = lineTest(query);
        const isComplete = await readJournal(
          journal,
          [...rangeArgs(query), "--reverse", ...selectionArgs(query, units)],
          (line) => {
            if (!isWanted(line)) return undefined;
            counter.add(line.time, line.severity);
            last = line.time;
            return (counted += 1) >= maxCounted ? "stop" : undefined;
          },
        );
        return { buckets: counter.buckets(), reached: isComplete ? undefined : last };
      },
      async labels() {
        // The journal lists the values of all units, even of units that the backend does not include.
        if (units.length > 0) return [{ name: "unit", values: units.toSorted() }];
        const lists = await Promise.all(
          ["unit", "identifier"].map(async (name) => ({
            name,
            values: (await journalctl(journal, ["--field", matched[name]!])).split("\n").filter(Boolean).sort(),
          })),
        );
        return lists;
      },
      async describe() {
        const [newest] = (await source.search(everything())).lines;
        const unitCount = (await source.labels(everything()))[0]!.values.length;
        return `The journal of ${newest?.host ?? "a machine"}, with ${unitCount} units${newest ? "" : ", which has no lines of the last day"}`;
      },
    };
    return source;
  },
});

const dayMs = 24 * 60 * 60_000;

const everything = (): LogQuery => ({
  labels: {},
  start: Date.now() - dayMs,
  end: Date.now(),
  terms: { all: [], none: [] },
  limit: 1,
  direction: "backward",
});

/** journalctl takes whole seconds; the exact time is compared afterwards. */
const rangeArgs = ({ start, end }: Pick<LogSelection, "start" | "end">) => [
  `--since=@${secondsOf(start)}`,
  `--until=@${secondsOf(end) + 2}`,
];

/** journalctl accepts the years 1970 to 9999. */
const secondsOf = (time: number) => Math.min(Math.max(0, Math.floor(time / 1_000)), 253_402_214_400);

/** A tail begins at the end, or at the time of the last line of an earlier tail. */
const followArgs = (query: LogQuery, units: readonly string[]) => [
  ...(query.start < Date.now() - recentMs ? ["--no-tail", `--since=@${secondsOf(query.start)}`] : ["--lines=0"]),
  ...selectionArgs(query, units),
];

/** A tail that starts now does not need earlier lines. */
const recentMs = 1_000;

/**
 * Arguments have the form FIELD=value, so a value cannot be an option. Several values of one field are alternatives.
 */
function selectionArgs({ labels }: Pick<LogSelection, "labels">, units: readonly string[]): string[] {
  const args = units.map((unit) => `_SYSTEMD_UNIT=${unit}`);
  for (const [label, field] of Object.entries(matched)) {
    const value = labels[label];
    if (value === undefined || isPattern(value)) continue;
    if (label === "unit" && units.length > 0) {
      // A unit that the backend does not include selects nothing.
      args.splice(0, args.length, `_SYSTEMD_UNIT=${units.includes(value) ? value : ""}`);
    } else args.push(`${field}=${value}`);
  }
  return args;
}

const isPattern = (value: string) => /[*!,%]/.test(value);

/** Returns a test for the parts of a query that journalctl does not compare. */
function lineTest(query: LogQuery): (line: RawLine) => boolean {
  const { matches } = lineMatcher(query.terms);
  const used = Object.keys(matched).filter((label) => !isPattern(query.labels[label] ?? ""));
  const isWanted = labelFilter(otherLabels(query.labels, used));
  return (line) => line.time >= query.start && matches(line.message) && isWanted(line);
}

async function searchJournal(journal: JournalRun, query: LogQuery, units: readonly string[]): Promise<LogPage> {
  const lines: RawLine[] = [];
  const isWanted = lineTest(query);
  let last: number | undefined;
  const args = [
    ...rangeArgs(query),
    ...(query.direction === "backward" ? ["--reverse"] : []),
    ...selectionArgs(query, units),
  ];
  const isComplete = await readJournal(journal, args, (line) => {
    last = line.time;
    if (line.time < query.start || line.time > query.end || !isWanted(line)) return undefined;
    lines.push(line);
    return lines.length >= query.limit ? "stop" : undefined;
  });
  return { lines, reached: isComplete ? undefined : last };
}

/** Returns whether all lines were read: false at the time limit, or if `onLine` needs no more lines. */
async function readJournal(
  journal: JournalRun,
  args: readonly string[],
  onLine: (line: RawLine) => "stop" | undefined,
): Promise<boolean> {
  const deadline = performance.now() + maxMs;
  let isStopped = false;
  await journalctl(journal, ["--output=json", ...args], (text) => {
    const line = readEntry(text);
    if ((line && onLine(line) === "stop") || performance.now() > deadline) isStopped = true;
    return isStopped ? "stop" : undefined;
  });
  return !isStopped;
}

/** Whether this machine has a journal that the server can read. */
export async function hasJournal(run: Pick<JournalRun, "exec" | "signal" | "files">): Promise<boolean> {
  try {
    return (await journalctl({ ...run, directory: undefined }, ["--output=short-iso", "--lines=1"])).trim() !== "";
  } catch (error) {
    if (error instanceof ExecRefused || error instanceof FileRefused) return false;
    throw error;
  }
}
