// Links from a change to changes that may be related.
import { printSearch } from "#console/url/search.ts";
import { printMinute } from "#lib/time/dates.ts";
import { absoluteRange, printTimeParams, relativeRange } from "#lib/time/time-range.ts";
import { printTriStates } from "#language/tri-state.ts";
import { MINUTE } from "#lib/time/zoned-time.ts";

const AROUND = 15 * MINUTE;

/** Changes of all items shortly before and after this change. */
export function changesAround(moment: number, timeZone: string): string {
  const [from, to] = [moment - AROUND, moment + AROUND + MINUTE].map((end) => printMinute(end, timeZone));
  return `/catalog/changes${printSearch(printTimeParams(absoluteRange(from!, to!)))}`;
}

/** Recent changes by the same author: people are matched by id, others by their name in the source. */
export const changesBy = (author: string): string =>
  `/catalog/changes${printSearch({
    ...printTimeParams(relativeRange("now-7d")),
    created_by: printTriStates(new Map([[author, "include"]])),
  })}`;

interface PlaybookChange {
  change_type: string;
  source?: string | null | undefined;
  external_change_id?: string | null | undefined;
}

const runId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=$|\/)/;

/** The playbook run that a change reports: the id of the change starts with the run id. Undefined for other changes. */
export const runOfChange = ({ change_type: type, source, external_change_id: id }: PlaybookChange) =>
  source === "Playbook" && type.startsWith("Playbook") ? runId.exec(id ?? "")?.[0] : undefined;
