import { useId, useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import type { JsonSchema, SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { titleOf, type WrittenCheck } from "./canary-checks.ts";
import { askedSchema, countOf, partsOf } from "./check-form.ts";
import { Fold } from "./Fold.tsx";
import { TryResult } from "./TryResult.tsx";
import { useTry } from "./use-try.ts";

interface CheckCardProps {
  check: WrittenCheck;
  /** Undefined for a type that cannot be run here. */
  kind: KindDescription | undefined;
  schema: JsonSchema;
  draft: Draft;
  problems: readonly SchemaProblem[];
  isReadOnly: boolean;
  isOpen: boolean;
  toggle: () => void;
  change: (value: unknown) => void;
  copy: (() => void) | undefined;
  remove: () => void;
}

/** One check of a canary: a line that opens into its form, and is tried out from there. */
export function CheckCard(props: CheckCardProps) {
  const { check, kind, schema, draft, problems, isReadOnly, isOpen, toggle, change, copy, remove } = props;
  const body = useId();
  const { name, about } = titleOf(check.value);
  const title = kind?.title ?? check.type;
  const mayTry = useActor().can("write", "canaries");
  const { trial, start, stop } = useTry(draft, check);
  return (
    <section
      aria-label={name || `New ${title} check`}
      data-check={`${check.type}.${check.index}`}
      className="overflow-hidden rounded-md border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={toggle}
          className="flex min-h-8 min-w-0 flex-1 basis-48 items-center gap-2 rounded-sm px-2 text-left"
        >
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} className="shrink-0 text-muted" />
          <TechnologyIcon name={kind?.icon} secondary={check.type} size={18} />
          <span className={`min-w-0 truncate font-medium ${name === "" ? "text-muted" : ""}`}>
            {name || `New ${title} check`}
          </span>
          {name !== "" && <span className="shrink-0 text-muted max-shell:hidden">{title}</span>}
          {!isOpen && about !== "" && (
            <span className="min-w-0 truncate font-mono text-meta text-muted max-shell:hidden">{about}</span>
          )}
          {problems.length > 0 && (
            <span title="Something is wrong in it" className="shrink-0">
              <StatusMark meaning="unhealthy" />
              <span className="sr-only">Something is wrong in it</span>
            </span>
          )}
        </button>
        <span className="flex items-center gap-1 max-shell:pl-1">
          {kind && mayTry && (
            <Button icon="play" isBusy={trial.state === "running"} onClick={() => void start()}>
              Test now
            </Button>
          )}
          {!isReadOnly && copy && <IconButton icon="copy" label={`Copy ${name || title}`} onClick={copy} />}
          {!isReadOnly && <IconButton icon="trash-2" label={`Remove ${name || title}`} onClick={remove} />}
        </span>
      </div>
      <TryResult trial={trial} close={stop} />
      <div id={body} hidden={!isOpen}>
        {isOpen && (
          <CheckForm schema={schema} value={check.value} onChange={change} readOnly={isReadOnly} problems={problems} />
        )}
      </div>
    </section>
  );
}

interface CheckFormProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  problems: readonly SchemaProblem[];
}

function CheckForm({ schema, value, onChange, readOnly, problems }: CheckFormProps) {
  const asked = useMemo(() => askedSchema(schema, value), [schema, value]);
  const { first, more } = useMemo(() => partsOf(asked, value), [asked, value]);
  const isLater = ({ path: [key] }: SchemaProblem) => !Object.hasOwn(first.schema.properties ?? {}, key ?? "");
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
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
