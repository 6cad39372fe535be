import { useRef, useState } from "react";
import { isSameJson } from "#lib/json/json.ts";
import { focusInside } from "../focus.ts";
import { SelectField } from "../fields/SelectField.tsx";
import {
  defaultFor,
  isRecord,
  type JsonSchema,
  nearestVariant,
  problemsOf,
  resolved,
  wordsOf,
} from "../json-schema.ts";
import { Segments } from "../Segments.tsx";
import { emptyItem, type Shape, variantLabels } from "../shape.ts";
import { Section } from "./Section.tsx";
import { type NodeProps, useProblem, useSpec } from "./spec-context.ts";
import { Absent, Remove } from "./SpecObject.tsx";

interface SpecVariantsProps extends NodeProps {
  shape: Extract<Shape, { draw: "variants" }>;
}

/** Maximum number of variants that are shown as segments. More variants are offered as a select. */
const MAX_SEGMENTS = 4;

/** A choice among variants, with the fields of the chosen variant. Switching back to a variant restores its values. */
export function SpecVariants({ shape, value, onChange, path, label, isRequired }: SpecVariantsProps) {
  const { root, isReadOnly, Node } = useSpec();
  const { variants, schema } = shape;
  const [chosen, setChosen] = useState<{ at: number; means: unknown }>();
  const [left, setLeft] = useState<Readonly<Record<number, unknown>>>({});
  const place = useRef<HTMLDivElement>(null);
  const error = useProblem(path, false);
  const labels = variantLabels(variants, root);
  const isKnown = chosen !== undefined && isSameJson(chosen.means, value);
  const at = isKnown ? chosen.at : value === undefined ? 0 : nearestVariant(variants, value, root);
  const variant = variants[at]!;

  const set = (next: unknown, index = at) => {
    setChosen({ at: index, means: next });
    onChange(next);
  };
  const choose = (index: number) => {
    if (index === at && value !== undefined) return;
    setLeft({ ...left, [at]: value });
    const initial = left[index] ?? defaultFor(variants[index]!, root) ?? emptyItem(variants[index]!, root);
    set(
      isRecord(initial) && isRecord(value)
        ? carriedOver(initial, value, { from: variant, to: variants[index]!, root })
        : initial,
      index,
    );
  };

  const lead = (change: () => void) => () => {
    change();
    focusInside(place.current);
  };
  if (value === undefined && !isRequired)
    return (
      <div ref={place}>
        <Absent label={label} help={schema.description} isReadOnly={isReadOnly} add={lead(() => choose(0))} />
      </div>
    );
  const which = `Kind of ${label || "value"}`;
  const options = labels.map((name, index) => ({ value: `${index}`, label: name }));
  const isShort = labels.length <= MAX_SEGMENTS && labels.join("").length <= 48;
  const body = (
    <div className="flex flex-col gap-3">
      {isShort ? (
        <div>
          <Segments
            label={which}
            options={options}
            value={`${at}`}
            onChange={(to) => choose(+to)}
            isReadOnly={isReadOnly}
          />
        </div>
      ) : (
        <SelectField
          label={which}
          isLabelHidden
          isRequired
          options={options}
          value={`${at}`}
          onChange={(to) => choose(Number(to))}
          isReadOnly={isReadOnly}
        />
      )}
      {/* The key resets the state when the variant changes. */}
      <Node
        key={at}
        schema={variant}
        value={value}
        onChange={(next) => set(next)}
        path={path}
        label={isObject(variant) ? "" : label || labels[at]!}
        isLabelHidden
        isRequired
        decided={discriminators(variant, root)}
      />
    </div>
  );
  if (path.length === 0 || label === "") return body;
  return (
    <div ref={place}>
      <Section
        label={label}
        help={schema.description}
        // Other variants show the error at their own field.
        error={isObject(variant) ? error : undefined}
        isRequired={isRequired && !isReadOnly}
        actions={!isRequired && !isReadOnly && <Remove label={label} remove={lead(() => set(undefined))} />}
      >
        {body}
      </Section>
    </div>
  );
}

const isObject = ({ type }: JsonSchema) => type === "object";

/** The keys that have a single allowed value, which identifies the variant. */
const discriminators = (schema: JsonSchema, root: JsonSchema) =>
  Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    wordsOf(resolved(property, root))?.length === 1 ? [key] : [],
  );

/** Keeps the values that both variants accept, and the keys that no variant defines. */
function carriedOver(
  initial: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  { from, to, root }: { from: JsonSchema; to: JsonSchema; root: JsonSchema },
) {
  const fixed = discriminators(to, root);
  const kept = Object.entries(value).filter(([key, entry]) => {
    const [here, there] = [from.properties?.[key], to.properties?.[key]];
    if (fixed.includes(key)) return false;
    if (there === undefined) return here === undefined;
    return problemsOf({ ...resolved(there, root), $defs: root.$defs ?? {} }, entry).length === 0;
  });
  return { ...initial, ...Object.fromEntries(kept) };
}
