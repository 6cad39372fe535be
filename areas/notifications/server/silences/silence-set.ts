// A set of silences, indexed by their resources, so that a resource is compared with few silences. Filters and
// selectors are evaluated once per environment, which the messages of one event share.
import type { System } from "#server/area.ts";
import { completed, runFilter } from "./filters.ts";
import { createSelectorBatches } from "./selectors.ts";
import type { Silence } from "./silence.ts";
import { alertLabels, type SilenceSubject } from "./subject.ts";

export interface SilenceSet {
  isEmpty: boolean;
  /** Yields the silences that apply to the resource at this time, beginning with those that are cheap to compare. */
  matching(subject: SilenceSubject, at: Date): AsyncGenerator<Silence>;
}

export interface SilenceSetOptions {
  silences: readonly Silence[];
  /** The variables that are added to every environment (filters.ts). */
  tags: Readonly<Record<string, unknown>>;
  /** Called for a silence that cannot be evaluated; it has no effect from then on. */
  report(silence: Silence, fault: string): void;
}

/** The results for one environment. */
interface Judged {
  variables: Readonly<Record<string, unknown>>;
  filters: Map<string, boolean>;
  selected: Promise<ReadonlySet<Silence>> | undefined;
}

export function createSilenceSet(
  system: Pick<System, "db" | "catalog" | "log">,
  { silences, tags, report }: SilenceSetOptions,
): SilenceSet {
  const byResource = new Map<string, Silence[]>();
  const byAncestor = new Map<string, Silence[]>();
  const add = (index: Map<string, Silence[]>, id: string, silence: Silence) => {
    const known = index.get(id);
    if (known) known.push(silence);
    else index.set(id, [silence]);
  };
  for (const silence of silences)
    for (const { id, hasDescendants } of silence.targets) {
      add(byResource, id, silence);
      if (hasDescendants) add(byAncestor, id, silence);
    }
  const withMatchers = silences.filter(({ matches }) => matches !== undefined);
  const withFilter = new Set(silences.filter(({ filter }) => filter !== undefined));
  const withSelectors = silences.filter(({ selectors }) => selectors.length > 0);
  const batches = createSelectorBatches(system, withSelectors, report);
  const judgedBefore = new WeakMap<object, Judged>();

  function judgedOf(environment: SilenceSubject["environment"]): Judged {
    let judged = judgedBefore.get(environment);
    if (!judged) {
      judged = { variables: completed(environment, tags), filters: new Map(), selected: undefined };
      judgedBefore.set(environment, judged);
    }
    return judged;
  }

  async function passes(silence: Silence, { variables, filters }: Judged): Promise<boolean> {
    const filter = silence.filter!;
    const known = filters.get(filter);
    if (known !== undefined) return known;
    const { isTrue, fault } = await runFilter(filter, variables);
    filters.set(filter, isTrue);
    if (fault !== undefined && withFilter.delete(silence)) report(silence, fault);
    return isTrue;
  }

  function* named({ id, ancestors }: SilenceSubject): Generator<Silence> {
    yield* byResource.get(id) ?? [];
    for (const ancestor of ancestors) yield* byAncestor.get(ancestor) ?? [];
  }

  return {
    isEmpty: silences.length === 0,
    async *matching(subject, at) {
      const moment = at.getTime();
      const found = new Set<Silence>();
      const isNew = (silence: Silence) => {
        if (found.has(silence) || !silence.isOpenAt(moment)) return false;
        found.add(silence);
        return true;
      };
      for (const silence of named(subject)) if (isNew(silence)) yield silence;
      const labels = withMatchers.length > 0 ? alertLabels(subject) : undefined;
      if (labels) for (const silence of withMatchers) if (silence.matches!(labels) && isNew(silence)) yield silence;
      if (withFilter.size + withSelectors.length === 0) return;
      const judged = judgedOf(subject.environment);
      for (const silence of withFilter)
        if (silence.isOpenAt(moment) && (await passes(silence, judged)) && isNew(silence)) yield silence;
      if (!withSelectors.some((silence) => !found.has(silence) && silence.isOpenAt(moment))) return;
      judged.selected ??= batches.matching(subject.kind, subject.id);
      for (const silence of await judged.selected) if (isNew(silence)) yield silence;
    },
  };
}
