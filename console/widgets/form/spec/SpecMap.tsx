import { useRef } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { KeyLine } from "../fields/KeyValuesField.tsx";
import { focusAdded, focusAfterRemoval } from "../focus.ts";
import { defaultFor } from "../json-schema.ts";
import { rowProblem, useMapRows } from "../map-rows.ts";
import { emptyItem, type Shape, shapeOf } from "../shape.ts";
import { Section } from "./Section.tsx";
import { type NodeProps, useProblem, useSpec } from "./spec-context.ts";

interface SpecMapProps extends NodeProps {
  shape: Extract<Shape, { draw: "map" }>;
}

/** A map with free keys, whose values all have the same schema. */
export function SpecMap({ shape, value, onChange, path, label, isRequired }: SpecMapProps) {
  const { root, isReadOnly, Node } = useSpec();
  const error = useProblem(path, true);
  const isFields = shapeOf(shape.item, root).draw === "object";
  const list = useRef<HTMLDivElement>(null);
  const empty = defaultFor(shape.item, root) ?? emptyItem(shape.item, root);
  const map = value as Readonly<Record<string, unknown>> | undefined;
  const set = (next: unknown) => onChange(next ?? (isRequired ? {} : undefined));
  const { rows, add, change, remove } = useMapRows<unknown>(map, set, empty);
  const addButton = !isReadOnly && (
    <Button
      look="quiet"
      icon="plus"
      className="-ml-2 self-start"
      aria-label={`Add to ${label}`}
      onClick={() => {
        add();
        focusAdded(list.current);
      }}
    >
      Add
    </Button>
  );
  return (
    <Section
      label={label}
      help={shape.schema.description}
      error={map && error}
      isRequired={isRequired && !isReadOnly}
      beside={rows.length === 0 && addButton}
      isPlain
    >
      <div ref={list} className="flex flex-col gap-3">
        {rows.map((row, index) => {
          const problem = rowProblem(rows, row);
          const name = row.key || `entry ${index + 1}`;
          return (
            <div
              key={row.id}
              data-row
              className={`flex flex-col ${isFields ? "gap-4 rounded-md border border-line bg-surface p-4" : "gap-1.5"}`}
            >
              <div className="flex items-center gap-1.5">
                <KeyLine
                  label={`${label}, key ${index + 1}`}
                  value={row.key}
                  problem={problem}
                  isReadOnly={isReadOnly}
                  onChange={(key) => change(row.id, { key })}
                />
                {!isReadOnly && (
                  <IconButton
                    icon="trash-2"
                    label={`Remove ${name}`}
                    onClick={() => {
                      remove(row.id);
                      focusAfterRemoval(list.current, index);
                    }}
                  />
                )}
              </div>
              {problem && <p className="text-unhealthy-text">{problem}</p>}
              <div className={isFields ? "" : "ml-2.5 border-l border-line pl-4"}>
                <Node
                  schema={shape.item}
                  value={row.value ?? empty}
                  onChange={(next) => change(row.id, { value: next ?? emptyItem(shape.item, root) })}
                  path={[...path, row.key]}
                  label={isFields ? "" : `${label}: ${name}`}
                  isLabelHidden
                  isRequired
                />
              </div>
            </div>
          );
        })}
        {rows.length === 0 && isReadOnly && <p className="text-muted">None</p>}
        {rows.length > 0 && addButton}
      </div>
    </Section>
  );
}
