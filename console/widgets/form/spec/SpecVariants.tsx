import { useRef, useState } from "react";
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
import { isSameJson } from "../same-json.ts";
import { Segments } from "../Segments.tsx";
import { emptyItem, type Shape, variantLabels } from "../shape.ts";
import { Section } from "./Section.tsx";
import { type NodeProps, useProblem, useSpec } from "./spec-context.ts";
import { Absent, Remove } from "./SpecObject.tsx";

interface SpecVariantsProps extends NodeProps {
  shape: Extract<Shape, { draw: "variants" }>;
}

/** More are chosen from a list. */
const MOST_SEGMENTS = 4;

/** A value of one of several shapes: which one, and then that. What was written in another comes back with it. */
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
    const begun = left[index] ?? defaultFor(variants[index]!, root) ?? emptyItem(variants[index]!, root);
    set(
      isRecord(begun) && isRecord(value)
        ? carriedOver(begun, value, { from: variant, to: variants[index]!, root })
        : begun,
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
  const isShort = labels.length <= MOST_SEGMENTS && labels.join("").length <= 48;
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
      {/* Of its own for every variant, or what one keeps would be taken for the other's. */}
      <Node
        key={at}
        schema={variant}
        value={value}
        onChange={(next) => set(next)}
        path={path}
        label={isObject(variant) ? "" : label || labels[at]!}
        isLabelHidden
        isRequired
        decided={tellers(variant, root)}
      />
    </div>
  );
  if (path.length === 0 || label === "") return body;
  return (
    <div ref={place}>
      <Section
        label={label}
        help={schema.description}
        // Of anything but fields it is said below.
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

/** The keys whose only word says which variant it is. */
const tellers = (schema: JsonSchema, root: JsonSchema) =>
  Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    wordsOf(resolved(property, root))?.length === 1 ? [key] : [],
  );

/** What both variants have in common, and what neither knows, is kept. */
function carriedOver(
  begun: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  { from, to, root }: { from: JsonSchema; to: JsonSchema; root: JsonSchema },
) {
  const told = tellers(to, root);
  const kept = Object.entries(value).filter(([key, one]) => {
    const [here, there] = [from.properties?.[key], to.properties?.[key]];
    if (told.includes(key)) return false;
    if (there === undefined) return here === undefined;
    return problemsOf({ ...resolved(there, root), $defs: root.$defs ?? {} }, one).length === 0;
  });
  return { ...begun, ...Object.fromEntries(kept) };
}
