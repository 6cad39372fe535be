import { useMemo, useRef, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Fold } from "#console/widgets/Fold.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { unknownKeys } from "#console/widgets/editor/unknown-keys.ts";
import { InlineCode } from "#console/widgets/text/InlineCode.tsx";
import { type UnknownField, unknownFieldText } from "#language/unknown-fields.ts";
import { focusInside } from "../focus.ts";
import { isNothing } from "#language/field-marks.ts";
import { defaultFor, isAskedFor, isRecord, type JsonSchema, type Path, pathKey, resolved } from "../json-schema.ts";
import { labelOf, type Shape, shapeOf } from "../shape.ts";
import { YamlField } from "../fields/YamlField.tsx";
import { withKey } from "../with-key.ts";
import { Section } from "./Section.tsx";
import { type NodeProps, useProblem, useSpec } from "./spec-context.ts";

interface SpecObjectProps extends NodeProps {
  shape: Extract<Shape, { draw: "object" }>;
}

/** An object with named fields. An optional object is added and removed as a whole. */
export function SpecObject({ shape, value, onChange, path, label, isRequired, decided = [] }: SpecObjectProps) {
  const { root, isReadOnly } = useSpec();
  const error = useProblem(path, true);
  const place = useRef<HTMLDivElement>(null);
  const { schema } = shape;
  const fields = <Fields {...{ shape, value, onChange, path, decided }} />;
  if (path.length === 0 || label === "") return fields;
  const set = (next: unknown) => {
    onChange(next);
    focusInside(place.current);
  };
  const body =
    value === undefined && !isRequired ? (
      <Absent
        label={label}
        help={schema.description}
        isReadOnly={isReadOnly}
        add={() => set(defaultFor(schema, root) ?? {})}
      />
    ) : (
      <Section
        label={label}
        help={schema.description}
        // If the object is missing, its required fields show the errors.
        error={isRecord(value) ? error : undefined}
        isRequired={isRequired && !isReadOnly}
        actions={!isRequired && !isReadOnly && <Remove label={label} remove={() => set(undefined)} />}
      >
        {fields}
      </Section>
    );
  return <div ref={place}>{body}</div>;
}

type FieldsProps = Pick<SpecObjectProps, "shape" | "value" | "onChange" | "path"> & { decided: readonly string[] };

function Fields({ shape: { schema }, value, onChange, path, decided }: FieldsProps) {
  const { root, isReadOnly, initial, found, external, Node } = useSpec();
  const map = isRecord(value) ? value : {};
  const properties = Object.entries(schema.properties ?? {});
  const keys = properties.map(([key]) => key);
  const others = Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
  const known = Object.fromEntries(Object.entries(map).filter(([key]) => keys.includes(key)));
  const unknown = useMemo(
    () => unknownKeys(schema, value, root).filter((field) => field.path.length === 1),
    [schema, value, root],
  );
  // These keys are not edited here, so their problems are shown at once instead of after a first edit.
  const wrong = Object.keys(others)
    .map((key) => pathKey([...path, key]))
    .map((key) => external.get(key) ?? found.get(key))
    .find(Boolean);
  // Deprecated and forbidden fields are shown only if the spec sets them.
  const isChosen = schema.hasOneField === true && keys.some((key) => !isNothing(map[key]));
  const isOffered = (key: string, property: JsonSchema | boolean) =>
    !isNothing(map[key]) || (!isChosen && !resolved(property, root).deprecated);
  const asked = properties.filter(
    ([key, property]) =>
      !decided.includes(key) && isOffered(key, property) && isAskedFor(property, schema.properties ?? {}, map, root),
  );
  // The fields that a stored part did not set. The list is fixed, so that a field stays in its place after it is set.
  const [later] = useState<ReadonlySet<string>>(() => {
    const isStored = path.length > 0 && Object.values(recordAt(initial, path)).some((each) => !isNothing(each));
    const unset = asked.filter(([key]) => isNothing(map[key]) && !schema.required?.includes(key)).map(([key]) => key);
    return new Set(isStored && unset.length < asked.length && unset.length >= MIN_LATER ? unset : []);
  });
  const isWrong = external.values().some(({ path: at }) => isIn(at, path) && later.has(String(at[path.length])));
  const draw = ([key, property]: Property) => (
    <Node
      key={key}
      schema={property}
      value={Object.hasOwn(map, key) ? map[key] : undefined}
      onChange={(next) => onChange(withKey(map, key, next, keys))}
      path={[...path, key]}
      label={labelOf(resolved(property, root), key)}
      isRequired={schema.required?.includes(key) ?? false}
    />
  );
  const drawLines = (shown: readonly Property[]) =>
    linesOf(shown, root).map((line) =>
      line.length === 1 ? (
        draw(line[0])
      ) : (
        <div key={line[0][0]} className={`grid gap-4 ${columnsFor(line[1], root)}`}>
          {line.map(draw)}
        </div>
      ),
    );
  return (
    <div className="flex flex-col gap-4">
      {drawLines(asked.filter(([key]) => !later.has(key)))}
      {later.size > 0 && (
        <Fold title="More options" filled={0} isOpen={isWrong}>
          <div className="flex flex-col gap-4">{drawLines(asked.filter(([key]) => later.has(key)))}</div>
        </Fold>
      )}
      {Object.keys(others).length > 0 && (
        <YamlField
          label="Other keys"
          help={unknown.length > 0 ? <UnknownHelp fields={unknown} /> : "These keys are stored unchanged."}
          error={wrong?.message}
          isReadOnly={isReadOnly}
          value={others}
          onChange={(next) => onChange({ ...known, ...(isRecord(next) ? next : {}) })}
        />
      )}
    </div>
  );
}

/** Fewer unset fields are shown. */
const MIN_LATER = 4;

const isIn = (path: Path, outer: Path) => outer.every((step, index) => path[index] === step);

function recordAt(value: unknown, path: Path): Readonly<Record<string, unknown>> {
  let at = value;
  for (const step of path) at = isRecord(at) || Array.isArray(at) ? (at as Record<string, unknown>)[step] : undefined;
  return isRecord(at) ? at : {};
}

const UnknownHelp = ({ fields }: { fields: readonly UnknownField[] }) => (
  <>
    Stored, but without effect:{" "}
    {fields.map((field, index) => (
      <span key={field.path.join(".")}>
        {index > 0 && "; "}
        {unknownFieldText(field)}
      </span>
    ))}
  </>
);

/** A number needs less space than a text. */
const columnsFor = (second: Property | undefined, root: JsonSchema) =>
  second && isLine(second[1], root) ? "shell:grid-cols-[minmax(0,1fr)_16rem]" : "shell:grid-cols-[minmax(0,1fr)_9rem]";

type Property = [key: string, property: JsonSchema | boolean];

/** One field per line, or two fields if the second field is marked `isBeside` and the first field is a text field. */
function linesOf(properties: readonly Property[], root: JsonSchema): [Property, ...Property[]][] {
  const lines: [Property, ...Property[]][] = [];
  for (const property of properties) {
    const before = lines.at(-1);
    if (resolved(property[1], root).isBeside && before?.length === 1 && isLine(before[0][1], root))
      before.push(property);
    else lines.push([property]);
  }
  return lines;
}

function isLine(property: JsonSchema | boolean, root: JsonSchema): boolean {
  const shape = shapeOf(property, root);
  return shape.draw === "field" && shape.field === "text";
}

interface AbsentProps {
  label: string;
  help: string | undefined;
  isReadOnly: boolean;
  add: () => void;
}

/** A button that adds a value that is not set. */
export function Absent({ label, help, isReadOnly, add }: AbsentProps) {
  return (
    <div data-field>
      <div className="flex min-h-8 items-center gap-3">
        <span className="font-medium">{label}</span>
        {isReadOnly ? (
          <span className="text-muted">Not set</span>
        ) : (
          <Button look="quiet" icon="plus" className="-ml-2" aria-label={`Add ${label}`} onClick={add}>
            Add
          </Button>
        )}
      </div>
      {help && (
        <p className="text-muted wrap-anywhere">
          <InlineCode text={help} />
        </p>
      )}
    </div>
  );
}

export const Remove = ({ label, remove }: { label: string; remove: () => void }) => (
  // The margin aligns the centre of the button with the larger buttons of the rows below.
  <IconButton icon="trash-2" size="small" className="mr-1" label={`Remove ${label}`} onClick={remove} />
);
