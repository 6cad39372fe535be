import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { callOptions } from "#console/client/call.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import type { FormProps } from "#console/widgets/editor/FormOrCode.tsx";
import { ScheduleField } from "#console/widgets/form/fields/ScheduleField.tsx";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { resolved } from "#console/widgets/form/json-schema.ts";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import { KindPicker } from "#console/widgets/kind/KindPicker.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { kindsOf } from "#language/kinds.ts";
import { checksOf, isSingle, problemsOf, specOf, typesOf, withCheck, withoutCheck } from "./canary-checks.ts";
import { CheckCard } from "./CheckCard.tsx";
import { countOf } from "./check-form.ts";
import { Fold } from "./Fold.tsx";
import { grouped } from "./check-groups.ts";

const checkKinds = {
  ...callOptions(kindsOf, { params: { family: "check" }, query: {} }),
  staleTime: Number.POSITIVE_INFINITY,
};
const USUAL_SCHEDULE = "@every 1m";

interface CanaryFormProps extends FormProps {
  draft: Draft;
}

/** A canary: when it runs, and its checks one below the other, each with the form of its type. */
export function CanaryForm({ schema, value, onChange, readOnly, problems, draft }: CanaryFormProps) {
  const kinds = useQuery(checkKinds);
  const offered = useMemo(() => grouped(kinds.data ?? []), [kinds.data]);
  const [isAdding, setAdding] = useState(false);
  const spec = specOf(value);
  const types = typesOf(
    schema,
    offered.map(({ type }) => type),
  );
  const checks = checksOf(spec, types);
  // One alone is open; of many, those that somebody opened.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(checks.length === 1 ? [`${checks[0]!.type}.0`] : []),
  );
  if (kinds.isError)
    return <ErrorPage error={kinds.error} retry={() => void kinds.refetch()} isRetrying={kinds.isFetching} />;
  if (!kinds.data) return <CardsSkeleton label="types of checks" />;

  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const add = (type: string, check: unknown = {}) => {
    const index = checks.filter((one) => one.type === type).length;
    const next = withCheck(spec, { type, index, value: check }, schema);
    // Without a schedule nothing would ever run it.
    onChange(
      next["schedule"] === undefined && next["interval"] === undefined ? { schedule: USUAL_SCHEDULE, ...next } : next,
    );
    setOpen(new Set([...open, `${type}.${index}`]));
    setAdding(false);
  };
  // A second one of a type that a canary holds once would replace the first.
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
          help="Such as @every 5m, @daily or 0 9 * * 1-5. Without one it never runs by itself."
          error={scheduleProblem ?? (schedule === undefined ? undefined : ScheduleField.check(schedule))}
        />
      </div>
      <section aria-label="Checks" className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-medium">
            Checks {checks.length > 0 && <span className="font-normal text-muted tabular-nums">{checks.length}</span>}
          </h2>
          {!readOnly && checks.length > 0 && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              Add check
            </Button>
          )}
        </div>
        {checks.map((check) => {
          const key = `${check.type}.${check.index}`;
          const kind = offered.find(({ type }) => type === check.type);
          return (
            <CheckCard
              key={key}
              check={check}
              kind={kind}
              schema={(kind?.schema as JsonSchema | undefined) ?? itemSchema(schema, check.type)}
              draft={draft}
              problems={problemsOf(problems, check, schema)}
              isReadOnly={readOnly}
              isOpen={open.has(key)}
              toggle={() => toggle(key)}
              change={(next) => onChange(withCheck(spec, { ...check, value: next }, schema))}
              copy={isSingle(schema, check.type) ? undefined : () => add(check.type, copyOf(check.value))}
              remove={() => {
                onChange(withoutCheck(spec, check));
                setOpen(new Set([...open].filter((one) => !one.startsWith(`${check.type}.`))));
              }}
            />
          );
        })}
        {checks.length === 0 &&
          (readOnly ? (
            <p className="text-muted">It holds no checks.</p>
          ) : (
            <>
              <p className="text-muted">
                Choose what to check. More can be added afterwards, of this or of other types.
              </p>
              <KindPicker kinds={addable} choose={(type) => add(type)} takesFocus={false} />
            </>
          ))}
      </section>
      <Rest {...{ schema, spec, types, onChange, readOnly, problems }} />
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} size="large" title="Add check">
        <KindPicker kinds={addable} choose={(type) => add(type)} isSticky />
      </Dialog>
    </div>
  );
}

const copyOf = (value: unknown) => {
  const fields = specOf(value);
  return { ...fields, ...(typeof fields["name"] === "string" && { name: `${fields["name"]} copy` }) };
};

/** Of a type that cannot be run here. */
function itemSchema(schema: JsonSchema, type: string): JsonSchema {
  const property = resolved(schema.properties?.[type], schema);
  const item = property.type === "array" ? resolved(property.items, schema) : property;
  return { ...item, ...(schema.$defs && { $defs: schema.$defs }) };
}

type RestProps = Pick<FormProps, "schema" | "onChange" | "readOnly" | "problems"> & {
  spec: Readonly<Record<string, unknown>>;
  types: readonly string[];
};

/** What holds for all of its checks. */
function Rest({ schema, spec, types, onChange, readOnly, problems }: RestProps) {
  const shown = (key: string) => key !== "schedule" && !types.includes(key);
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([key]) => shown(key)));
  const value = Object.fromEntries(Object.entries(spec).filter(([key]) => shown(key)));
  const others = Object.fromEntries(Object.entries(spec).filter(([key]) => !shown(key)));
  const wrong = problems.filter(({ path: [key] }) => shown(String(key)));
  return (
    <Fold title="For all checks" filled={countOf(value)} isOpen={wrong.length > 0}>
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
