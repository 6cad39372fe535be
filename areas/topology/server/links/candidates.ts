// Finds in memory the rows that a selector may match, so that after a write the database evaluates only a few
// selectors, each for a few rows.
import type { Labels } from "#language/columns.ts";
import { toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { selects } from "#lib/selector/selector-match.ts";
import { fieldOf, type Selector, type Term } from "#lib/selector/selector.ts";
import { isExact } from "#lib/text/match.ts";
import { Unreadable } from "#lib/text/unreadable.ts";

/** The columns of a row that most selectors use. */
export interface Candidate {
  id: string;
  name: string | null;
  type: string | null;
  namespace: string | null;
  labels: Labels | null;
  tags: Labels | null;
}

const compared: ReadonlySet<string> = new Set(["id", "name", "type", "namespace", "labels", "tags"]);

const unreadable = Symbol("unreadable");
/** Each written row is compared with all selectors, so they are parsed once. */
const parsedTerms = new WeakMap<ResourceSelector, readonly Term[] | typeof unreadable>();

/**
 * The terms that every matching row fulfils and that can be evaluated in memory; undefined if the selector cannot be
 * parsed.
 */
function termsOf(selector: ResourceSelector): readonly Term[] | undefined {
  const known = parsedTerms.get(selector) ?? readTerms(selector) ?? unreadable;
  parsedTerms.set(selector, known);
  return known === unreadable ? undefined : known;
}

function readTerms(selector: ResourceSelector): readonly Term[] | undefined {
  let parsed: Selector;
  try {
    parsed = toSelector(selector);
  } catch (error) {
    // Stored selectors are not validated.
    if (error instanceof Unreadable || error instanceof TypeError) return undefined;
    throw error;
  }
  const parts = parsed.kind === "all" ? parsed.of : [parsed];
  return parts.filter(
    (part): part is Term =>
      part.kind === "name" || ((part.kind === "is" || part.kind === "has") && compared.has(fieldOf(part.path))),
  );
}

/** PostgreSQL and JavaScript handle the case of other characters differently. */
const isPlain = (text: string | null | undefined) => !/[^\0-\x7f]/.test(text ?? "");

// The time has no effect here, because no term that is evaluated in memory depends on it.
const clock = { now: 0, timeZone: "UTC" };

export class Candidates {
  readonly rows: readonly Candidate[];
  readonly #known = new WeakMap<ResourceSelector, readonly Candidate[]>();
  readonly #byValue = new Map<string, Candidate[]>();
  /** Rows that are not compared, so that every selector may match them. */
  readonly #odd: ReadonlySet<Candidate>;

  constructor(rows: readonly Candidate[]) {
    this.rows = rows;
    this.#odd = new Set(rows.filter((row) => !textsOf(row).every(([, value]) => isPlain(value))));
    for (const row of rows)
      for (const [field, value] of textsOf(row)) {
        const key = keyOf(field, value);
        const known = this.#byValue.get(key);
        if (known) known.push(row);
        else this.#byValue.set(key, [row]);
      }
  }

  /** Returns all rows that the selector matches, and possibly others. */
  of(selector: ResourceSelector): readonly Candidate[] {
    const known = this.#known.get(selector);
    if (known) return known;
    const found = this.#find(selector);
    this.#known.set(selector, found);
    return found;
  }

  #find(selector: ResourceSelector): readonly Candidate[] {
    const terms = termsOf(selector);
    if (terms === undefined || terms.length === 0) return this.rows;
    let fewest: readonly (readonly Candidate[])[] = [this.rows];
    for (const term of terms) {
      const lists = this.#withValueOf(term);
      if (lists && sizeOf(lists) < sizeOf(fewest)) fewest = lists;
    }
    // Most terms, such as a type, match many rows, so only the shortest lists are intersected.
    const rows = fewest.length === 1 ? fewest[0]! : [...new Set(fewest.flat())];
    const fitting = rows.filter(
      (row) => !this.#odd.has(row) && terms.every((term) => selects(term, { ...row }, clock)),
    );
    return this.#odd.size === 0 ? fitting : [...fitting, ...this.#odd];
  }

  /** Returns the rows that have one of the term's values; undefined if the term has no values. */
  #withValueOf(term: Term): readonly (readonly Candidate[])[] | undefined {
    if (term.kind !== "is" || term.negated || term.match.include.length === 0) return undefined;
    const { path, match } = term;
    const field = fieldOf(path);
    const key = path.slice(1).join(".");
    if ((field === "labels" || field === "tags") === (key === "")) return undefined;
    if (!match.include.every((pattern) => isExact(pattern) && isPlain(pattern[0]))) return undefined;
    const place = key === "" ? field : `${field}.${key}`;
    return match.include.map(([value = ""]) => this.#byValue.get(keyOf(place, value)) ?? []);
  }
}

const sizeOf = (lists: readonly (readonly Candidate[])[]) => lists.reduce((sum, { length }) => sum + length, 0);

const keyOf = (field: string, value: string) => `${field}\0${value.toLowerCase()}`;

/** The values by which rows are found. A type is also found by its last part: `pod` matches Kubernetes::Pod. */
function textsOf({ id, name, type, namespace, labels, tags }: Candidate): [field: string, value: string][] {
  const texts: [string, string][] = [["id", id]];
  if (name !== null) texts.push(["name", name]);
  const place = namespace ?? tags?.["namespace"];
  if (place !== undefined) texts.push(["namespace", place]);
  for (const [field, values] of [
    ["labels", labels],
    ["tags", tags],
  ] as const)
    for (const [key, value] of Object.entries(values ?? {})) texts.push([`${field}.${key}`, value]);
  if (type !== null)
    for (let end: string | undefined = type; end !== undefined; end = /::(.*)$/s.exec(end)?.[1])
      texts.push(["type", end]);
  return texts;
}
