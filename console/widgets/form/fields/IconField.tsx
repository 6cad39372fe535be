import { Autocomplete } from "@base-ui/react/autocomplete";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useImperativeHandle, useRef, useState } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { brands, ownShapes, shapes } from "#console/widgets/technology/technologies.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { besideInput, lineLook, optionLook, popupLook } from "../control-look.ts";
import { type ControlProps, Field, type FieldProps, frameOf } from "../Field.tsx";

type Scroll = (index: number) => void;

/** A field for an icon name. Other names and image URLs can also be typed. */
export function IconField(props: FieldProps<string>) {
  return <Field {...frameOf(props)}>{(control) => <IconLine control={control} {...props} />}</Field>;
}

function IconLine({
  control,
  value,
  onChange,
  isReadOnly,
  placeholder,
  label,
}: FieldProps<string> & { control: ControlProps }) {
  const [isOpen, setOpen] = useState(false);
  // All icons are offered until something is typed, even if an icon is already chosen.
  const [search, setSearch] = useState("");
  const scroll = useRef<Scroll>(null);
  const names = findIcons(search);
  const shown = (
    <span className="pointer-events-none absolute top-2 left-2.5">{value && <TechnologyIcon name={value} />}</span>
  );
  const look = `${lineLook} ${value ? "pl-8.5" : ""}`;
  if (isReadOnly)
    return (
      <div className="relative">
        {shown}
        <input {...control} readOnly value={value ?? ""} className={look} />
      </div>
    );
  return (
    <Autocomplete.Root
      items={names}
      filteredItems={names}
      virtualized
      value={value ?? ""}
      onValueChange={(next, { reason }) => {
        setSearch(reason === "input-change" ? next : "");
        onChange(next === "" ? undefined : next);
      }}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setSearch("");
      }}
      onItemHighlighted={(name, { reason, index }) => {
        if (name !== undefined && reason !== "pointer") queueMicrotask(() => scroll.current?.(index));
      }}
      openOnInputClick
    >
      <div className="relative">
        {shown}
        <Autocomplete.Input
          {...control}
          placeholder={placeholder ?? "Choose an icon"}
          autoComplete="off"
          spellCheck={false}
          className={`${look} pr-8`}
        />
        <Autocomplete.Trigger
          {...besideInput}
          aria-label={`Show icons for ${typeof label === "string" ? label : "this field"}`}
          className="absolute top-0 right-0 flex size-control items-center justify-center text-muted"
        >
          <Icon name="chevrons-up-down" size={14} />
        </Autocomplete.Trigger>
      </div>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-50">
          <Autocomplete.Popup className={popupLook}>
            <Autocomplete.Empty className="px-3 py-2 text-muted empty:hidden">No options found</Autocomplete.Empty>
            <Autocomplete.List className="outline-none">
              <Rows names={names} chosen={value} scroll={scroll} />
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

const ROW_PX = 32;

interface RowsProps {
  names: readonly string[];
  chosen: string | undefined;
  scroll: RefObject<Scroll | null>;
}

/** Renders only the visible rows, since each icon is a separate request. */
function Rows({ names, chosen, scroll }: RowsProps) {
  const place = useRef<HTMLDivElement>(null);
  // The React compiler could not memoise the result of this hook, but this project does not use the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: names.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 4,
  });
  useImperativeHandle(scroll, () => (index) => rows.scrollToIndex(index, { align: "auto" }));
  return (
    <div role="presentation" ref={place} className="max-h-72 overflow-y-auto overscroll-contain">
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const name = names[index]!;
          return (
            <Autocomplete.Item
              key={key}
              index={index}
              value={name}
              aria-setsize={names.length}
              aria-posinset={index + 1}
              className={`${optionLook} absolute inset-x-1 h-8 min-h-0`}
              style={{ top: start }}
            >
              <TechnologyIcon name={name} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {name === chosen && <Icon name="check" size={14} className="text-link" />}
            </Autocomplete.Item>
          );
        })}
      </div>
    </div>
  );
}

const iconNames: readonly string[] = [...new Set([...brands, ...ownShapes.keys(), ...shapes.keys()])].sort();

/** Returns the matching names; names that begin with the text come first. */
function findIcons(text: string): readonly string[] {
  const search = text.trim().toLowerCase();
  if (search === "") return iconNames;
  const found = iconNames.filter((name) => name.includes(search));
  return [...found.filter((name) => name.startsWith(search)), ...found.filter((name) => !name.startsWith(search))];
}
