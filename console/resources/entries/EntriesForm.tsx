import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { callOptions } from "#console/client/call.ts";
import { ErrorPage } from "../../widgets/error/ErrorPage.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import type { FormProps } from "#console/widgets/editor/FormOrCode.tsx";
import { ScheduleField } from "#console/widgets/form/fields/ScheduleField.tsx";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { resolved } from "#console/widgets/form/json-schema.ts";
import { focusDrawn, scrollToTop } from "#console/widgets/form/focus.ts";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import { KindPicker } from "#console/widgets/kind/KindPicker.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { type KindDescription, kindsOf } from "#language/kinds.ts";
import { type Entry, entriesOf, isSingle, problemsOf, specOf, typesOf, withEntry, withoutEntry } from "./entries.ts";
import { countOf } from "./entry-form.ts";
import { Fold } from "#console/widgets/Fold.tsx";

/** The names for entries in the UI. */
export interface EntryWords {
  /** "check" */
  one: string;
  /** "Checks" */
  many: string;
  /** The heading above the types, shown until the first entry is added. */
  choose: string;
  /** The title of the options that apply to all entries. */
  rest: string;
  schedule: string;
}

export interface EntryCardProps {
  entry: Entry;
  /** Undefined for a type that this server cannot run. */
  kind: KindDescription | undefined;
  schema: JsonSchema;
  problems: readonly SchemaProblem[];
  isReadOnly: boolean;
  isOpen: boolean;
  toggle: () => void;
  change: (value: unknown) => void;
  copy: (() => void) | undefined;
  remove: () => void;
}

export interface EntriesFormProps extends FormProps {
  /** The family of the kinds, such as "check". */
  family: string;
  words: EntryWords;
  /** The schedule that is set when the first entry is added, since nothing runs without a schedule. */
  defaultSchedule: string;
  /** The initial value of a new entry. Default: empty. */
  newEntry?: (type: string) => unknown;
  draw: (props: EntryCardProps & { key: string }) => ReactNode;
  /** The entry that the URL refers to: it is opened and focused. */
  entryToOpen?: (entries: readonly Entry[]) => Entry | undefined;
}

/** Edits a spec with a schedule and a list of entries, each with the form of its type. */
export function EntriesForm(props: EntriesFormProps) {
  const { schema, value, onChange, readOnly, problems, family, words, defaultSchedule, newEntry, draw } = props;
  const kinds = useQuery({
    ...callOptions(kindsOf, { params: { family }, query: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const offered = kinds.data ?? [];
  const [isAdding, setAdding] = useState(false);
  const sectionId = useId();
  const spec = specOf(value);
  const types = typesOf(
    schema,
    offered.map(({ type }) => type),
  );
  const entries = entriesOf(spec, types);
  // A single entry is expanded. Among several entries, only those that the person opened are expanded.
  const [opened, setOpen] = useState<ReadonlySet<string>>();
  const requested = props.entryToOpen?.(entries);
  const first = requested ?? (entries.length === 1 ? entries[0] : undefined);
  const open = opened ?? new Set(first ? [`${first.type}.${first.index}`] : []);
  const focusRequested = useEffectEvent(() => {
    if (requested)
      focusDrawn(() => {
        const card = document
          .getElementById(sectionId)
          ?.querySelector(`[data-entry="${requested.type}.${requested.index}"]`);
        // Focusing alone would leave the fields of the entry below the edge of the page.
        if (card) scrollToTop(card);
        return card;
      });
  });
  const areKindsLoaded = kinds.data !== undefined;
  useEffect(() => {
    if (areKindsLoaded) focusRequested();
  }, [areKindsLoaded]);
  if (kinds.isError)
    return <ErrorPage error={kinds.error} retry={() => void kinds.refetch()} isRetrying={kinds.isFetching} />;
  if (!kinds.data) return <CardsSkeleton label={`types of ${words.many.toLowerCase()}`} />;

  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const add = (type: string, entry: unknown = newEntry?.(type) ?? {}) => {
    const index = entries.filter((other) => other.type === type).length;
    const next = withEntry(spec, { type, index, value: entry }, schema);
    onChange(
      next["schedule"] === undefined && next["interval"] === undefined ? { schedule: defaultSchedule, ...next } : next,
    );
    setOpen(new Set([...open, `${type}.${index}`]));
    setAdding(false);
    // A closing dialog restores the focus itself.
    if (!isAdding)
      focusDrawn(() => document.getElementById(sectionId)?.querySelector(`[data-entry="${type}.${index}"]`));
  };
  // Adding a second entry of a single-entry type would replace the first.
  const addable = offered.filter(({ type }) => !(isSingle(schema, type) && spec[type] !== undefined));
  const scheduleProblem = problems.find(({ path }) => path[0] === "schedule")?.message;
  const schedule = typeof spec["schedule"] === "string" ? spec["schedule"] : undefined;
  return (
    <div className="flex flex-col gap-5">
      <div className="max-w-md">
        <ScheduleField
          label="Schedule"
          value={schedule}
          onChange={(next) => {
            const { schedule: _, ...rest } = spec;
            onChange(next === undefined ? rest : { ...spec, schedule: next });
          }}
          isReadOnly={readOnly}
          help={words.schedule}
          error={scheduleProblem ?? (schedule === undefined ? undefined : ScheduleField.check(schedule))}
        />
      </div>
      <section id={sectionId} aria-label={words.many} className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-medium">
            {words.many}{" "}
            {entries.length > 0 && <span className="font-normal text-muted tabular-nums">{entries.length}</span>}
          </h2>
          {!readOnly && entries.length > 0 && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              Add {words.one}
            </Button>
          )}
        </div>
        {entries.length > 0 && (
          <div className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
            {entries.map((entry) => {
              const key = `${entry.type}.${entry.index}`;
              const kind = offered.find(({ type }) => type === entry.type);
              return draw({
                key,
                entry,
                kind,
                schema: (kind?.schema as JsonSchema | undefined) ?? itemSchema(schema, entry.type),
                problems: problemsOf(problems, entry, schema),
                isReadOnly: readOnly,
                isOpen: open.has(key),
                toggle: () => toggle(key),
                change: (next) => onChange(withEntry(spec, { ...entry, value: next }, schema)),
                copy: isSingle(schema, entry.type) ? undefined : () => add(entry.type, copyOf(entry.value)),
                remove: () => {
                  onChange(withoutEntry(spec, entry));
                  setOpen(new Set([...open].filter((openKey) => !openKey.startsWith(`${entry.type}.`))));
                  focusDrawn(() => document.getElementById(sectionId));
                },
              });
            })}
          </div>
        )}
        {entries.length === 0 &&
          (readOnly ? (
            <p className="text-muted">There are no {words.many.toLowerCase()} here.</p>
          ) : (
            <>
              <p className="text-muted">{words.choose}</p>
              <KindPicker kinds={addable} choose={(type) => add(type)} takesFocus={false} />
            </>
          ))}
      </section>
      <Rest title={words.rest} {...{ schema, spec, types, onChange, readOnly, problems }} />
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} size="large" title={`Add ${words.one}`}>
        <KindPicker kinds={addable} choose={(type) => add(type)} isSticky />
      </Dialog>
    </div>
  );
}

const copyOf = (value: unknown) => {
  const fields = specOf(value);
  return { ...fields, ...(typeof fields["name"] === "string" && { name: `${fields["name"]} copy` }) };
};

/** The schema of a type that this server cannot run. */
function itemSchema(schema: JsonSchema, type: string): JsonSchema {
  const property = resolved(schema.properties?.[type], schema);
  const item = property.type === "array" ? resolved(property.items, schema) : property;
  return { ...item, ...(schema.$defs && { $defs: schema.$defs }) };
}

type RestProps = Pick<FormProps, "schema" | "onChange" | "readOnly" | "problems"> & {
  title: string;
  spec: Readonly<Record<string, unknown>>;
  types: readonly string[];
};

/** The options that apply to all entries. */
function Rest({ title, schema, spec, types, onChange, readOnly, problems }: RestProps) {
  const shown = (key: string) => key !== "schedule" && !types.includes(key);
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([key]) => shown(key)));
  const value = Object.fromEntries(Object.entries(spec).filter(([key]) => shown(key)));
  const others = Object.fromEntries(Object.entries(spec).filter(([key]) => !shown(key)));
  const wrong = problems.filter(({ path: [key] }) => shown(String(key)));
  return (
    <Fold title={title} filled={countOf(value)} isOpen={wrong.length > 0}>
      <SpecForm
        schema={{ ...schema, properties, required: [] }}
        value={value}
        onChange={(next) => onChange({ ...others, ...(next as object) })}
        readOnly={readOnly}
        problems={wrong}
      />
    </Fold>
  );
}
