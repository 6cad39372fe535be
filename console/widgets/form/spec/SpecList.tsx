import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { focusAdded, focusAfterRemoval } from "../focus.ts";
import { defaultFor } from "../json-schema.ts";
import { emptyItem, type Shape, shapeOf } from "../shape.ts";
import { singularOf } from "#lib/text/words.ts";
import { ListCard } from "./ListCard.tsx";
import { Section } from "./Section.tsx";
import { type NodeProps, useProblem, useSpec } from "./spec-context.ts";
import { isEmptySpec } from "./SpecValues.tsx";
import { summaryOf } from "./summary.ts";

interface SpecListProps extends NodeProps {
  shape: Extract<Shape, { draw: "list" }>;
}

/** An ordered list: entries can be added, removed, and moved by button or Alt and arrow keys. */
export function SpecList({ shape, value, onChange, path, label, isRequired }: SpecListProps) {
  const { root, isReadOnly, Node } = useSpec();
  const [isTouched, setTouched] = useState(false);
  const error = useProblem(path, isTouched);
  const list = useRef<HTMLDivElement>(null);
  const items = (value ?? []) as readonly unknown[];
  const rows = useRows(items.length);
  const isFlat = ["field", "choice"].includes(shapeOf(shape.item, root).draw);
  const { maxItems } = shape.schema;

  const set = (next: readonly unknown[]) => onChange(next.length === 0 && !isRequired ? undefined : next);
  const add = () => {
    rows.add();
    set([...items, defaultFor(shape.item, root) ?? emptyItem(shape.item, root)]);
    focusAdded(list.current);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || isReadOnly) return;
    rows.move(from, to);
    set(moved(items, from, to));
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, index + step);
  };
  const addButton = !isReadOnly && (maxItems === undefined || items.length < maxItems) && (
    <Button look="quiet" icon="plus" className="-ml-2 self-start" aria-label={`Add to ${label}`} onClick={add}>
      Add
    </Button>
  );
  return (
    <Section
      label={label}
      help={shape.schema.description}
      error={error}
      isRequired={isRequired && !isReadOnly && (shape.schema.minItems ?? 0) > 0}
      onBlur={() => setTouched(true)}
      beside={items.length === 0 && addButton}
      isPlain
    >
      <div ref={list} className={`flex flex-col ${isFlat ? "gap-1.5" : "gap-2"}`}>
        {items.map((item, index) => {
          const name = `${singularOf(label)} ${index + 1}`;
          const row = {
            schema: shape.item,
            value: item,
            onChange: (next: unknown) => set(items.with(index, next ?? emptyItem(shape.item, root))),
            path: [...path, index],
            isRequired: true,
          };
          const actions = !isReadOnly && (
            <RowActions
              name={name}
              isOnly={items.length === 1}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              move={(step) => move(index, index + step)}
              remove={() => {
                rows.remove(index);
                set(items.toSpliced(index, 1));
                setTouched(true);
                focusAfterRemoval(list.current, index);
              }}
            />
          );
          return (
            // Handles key events that bubble from its fields.
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
            <div key={rows.keys[index]} data-row onKeyDown={(event) => moveByKey(event, index)}>
              {isFlat ? (
                <div className="flex items-start gap-1.5">
                  <div className="min-w-0 flex-1">
                    <Node {...row} label={name} isLabelHidden />
                  </div>
                  {actions}
                </div>
              ) : (
                <ListCard
                  name={name}
                  summary={summaryOf(shape.item, item, root)}
                  path={row.path}
                  isNew={rows.isAdded(index) || isEmptySpec(item)}
                  actions={actions}
                >
                  <Node {...row} label="" />
                </ListCard>
              )}
            </div>
          );
        })}
        {items.length === 0 && isReadOnly && <p className="text-muted">None</p>}
        {items.length > 0 && addButton}
      </div>
    </Section>
  );
}

interface RowActionsProps {
  name: string;
  /** Whether the list has only this entry, which then cannot be moved. */
  isOnly: boolean;
  isFirst: boolean;
  isLast: boolean;
  move: (step: number) => void;
  remove: () => void;
}

const RowActions = ({ name, isOnly, isFirst, isLast, move, remove }: RowActionsProps) => (
  <div className="flex shrink-0">
    {!isOnly && (
      <>
        <IconButton icon="arrow-up" label={`Move ${name} up`} {...end(isFirst)} onClick={() => move(-1)} />
        <IconButton icon="arrow-down" label={`Move ${name} down`} {...end(isLast)} onClick={() => move(1)} />
      </>
    )}
    <IconButton icon="trash-2" label={`Remove ${name}`} onClick={remove} />
  </div>
);

/** aria-disabled instead of disabled, so that the button keeps the focus. */
const end = (isEnd: boolean) => ({ "aria-disabled": isEnd, className: "aria-disabled:opacity-40" });

const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);

/** Stable React keys that move with their rows, so that the state of the fields moves as well. */
function useRows(length: number) {
  const lastKey = useRef(0);
  const [keys, setKeys] = useState<readonly number[]>([]);
  const next = () => (lastKey.current += 1);
  let shown = keys;
  if (keys.length !== length) {
    shown = Array.from({ length }, (_, index) => keys[index] ?? -1 - index);
  }
  return {
    keys: shown,
    /** Whether the row was added here, and not stored before. */
    isAdded: (index: number) => shown[index]! > 0,
    add: () => setKeys([...shown, next()]),
    remove: (index: number) => setKeys(shown.toSpliced(index, 1)),
    move: (from: number, to: number) => setKeys(moved(shown, from, to)),
  };
}
