import { type ReactNode, useId, useMemo } from "react";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { EntryCardProps } from "./EntriesForm.tsx";
import { titleOf } from "./entries.ts";
import { countOf, partsOf } from "./entry-form.ts";
import { Fold } from "#console/widgets/Fold.tsx";

interface CardProps extends EntryCardProps {
  /** "check" */
  word: string;
  /** The keys of rarely used fields. */
  later: ReadonlySet<string>;
  /** Describes an entry whose kind has no names; its title is then the type. */
  about?: (value: unknown) => string;
  /** Adapts the schema to the values that are already set. */
  asked?: (schema: JsonSchema, value: unknown) => JsonSchema;
  /** The state of the entry, right of its name. */
  status?: ReactNode;
  actions?: ReactNode;
  /** Replaces the actions of a closed entry on a phone, which has one line: icon buttons. */
  narrowActions?: ReactNode;
  /** Content between the header and the form. */
  result?: ReactNode;
}

const unchanged = (schema: JsonSchema) => schema;

/** An entry in a list: a header line that expands to show the entry's form. */
export function EntryCard(props: CardProps) {
  const { entry, kind, schema, problems, isReadOnly, isOpen, toggle, change, copy, remove, word, later } = props;
  const body = useId();
  const title = kind?.title ?? entry.type;
  const { name, about } = props.about ? { name: "", about: props.about(entry.value) } : titleOf(entry.value);
  const unnamed = props.about ? `${title} ${word}` : `New ${title} ${word}`;
  return (
    <section aria-label={name || unnamed} data-entry={`${entry.type}.${entry.index}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-2 pl-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={toggle}
          className="flex min-h-8 min-w-0 flex-1 basis-48 items-center gap-2 rounded-sm px-2 text-left max-shell:min-h-12"
        >
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} className="shrink-0 text-muted" />
          <TechnologyIcon name={kind?.icon} secondary={entry.type} size={18} />
          {/* On a phone the type and the target are below the name. */}
          <span className="flex min-w-0 items-center gap-x-2 max-shell:flex-1 max-shell:flex-wrap">
            <span
              // The types and targets of a list are aligned, unless a name is longer.
              className={`truncate font-medium max-shell:basis-full ${props.about ? "shrink-0" : name ? "min-w-0 shell:min-w-52" : "min-w-0"} ${name || props.about ? "" : "text-muted"}`}
            >
              {name || (props.about ? title : unnamed)}
            </span>
            {name !== "" && <span className="shrink-0 text-muted max-shell:text-meta shell:min-w-20">{title}</span>}
            {!isOpen && about !== "" && (
              // This text shrinks first, since people identify an entry by its name.
              <span className="min-w-0 shrink-[1000] truncate font-mono text-meta text-muted max-shell:shrink max-shell:grow max-shell:basis-24">
                {about}
              </span>
            )}
          </span>
          {problems.length > 0 && (
            <span title="This entry has a problem" className="shrink-0">
              <StatusMark meaning="unhealthy" />
              <span className="sr-only">This entry has a problem</span>
            </span>
          )}
        </button>
        {props.status}
        {!isOpen && props.narrowActions && <span className="shell:hidden">{props.narrowActions}</span>}
        {/* A closed entry on a phone has one line, so that more of them are visible. */}
        <span className={`flex items-center gap-1 max-shell:pl-1 ${isOpen ? "" : "max-shell:hidden"}`}>
          {props.actions}
          {!isReadOnly && copy && <IconButton icon="copy" label={`Copy ${name || title}`} onClick={copy} />}
          {!isReadOnly && <IconButton icon="trash-2" label={`Remove ${name || title}`} onClick={remove} />}
        </span>
      </div>
      {props.result}
      <div id={body} hidden={!isOpen}>
        {isOpen && (
          <EntryForm
            schema={schema}
            value={entry.value}
            onChange={change}
            readOnly={isReadOnly}
            problems={problems}
            later={later}
            asked={props.asked ?? unchanged}
          />
        )}
      </div>
    </section>
  );
}

interface EntryFormProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  problems: readonly SchemaProblem[];
  later: ReadonlySet<string>;
  asked: (schema: JsonSchema, value: unknown) => JsonSchema;
}

function EntryForm({ schema, value, onChange, readOnly, problems, later, asked }: EntryFormProps) {
  const shown = useMemo(() => asked(schema, value), [asked, schema, value]);
  const { first, more } = useMemo(() => partsOf(shown, value, later), [shown, value, later]);
  const isLater = ({ path: [key] }: SchemaProblem) => !Object.hasOwn(first.schema.properties ?? {}, key ?? "");
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4 *:max-w-4xl">
      <SpecForm
        schema={first.schema}
        value={first.value}
        onChange={(next) => onChange({ ...(next as object), ...more.value })}
        readOnly={readOnly}
        problems={problems.filter((problem) => !isLater(problem))}
      />
      <Fold title="More options" filled={countOf(more.value)} isOpen={problems.some(isLater)}>
        <SpecForm
          schema={more.schema}
          value={more.value}
          onChange={(next) => onChange({ ...first.value, ...(next as object) })}
          readOnly={readOnly}
          problems={problems.filter(isLater)}
        />
      </Fold>
    </div>
  );
}
