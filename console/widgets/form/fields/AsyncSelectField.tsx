import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { besideInput, lineLook, listLook, optionLook, popupLook } from "../control-look.ts";
import { type ControlProps, Field, type FieldProps, frameOf } from "../Field.tsx";
import type { Option, OptionSource } from "../option-source.ts";
import { OPTIONS_DELAY_MS, useSettled } from "../use-settled.ts";

interface AsyncSelectFieldProps extends FieldProps<string> {
  source: OptionSource;
  delayMs?: number | undefined;
  /** For large collections: sends no request before something is typed. */
  isSearchOnly?: boolean | undefined;
}

/** A choice among many rows of the server, found by typing. The value is the id; the input shows the name. */
export function AsyncSelectField({ source, delayMs, isSearchOnly, ...field }: AsyncSelectFieldProps) {
  return (
    // A required value cannot be cleared, so the field is marked as required only until a value is chosen.
    <Field {...frameOf({ ...field, isRequired: field.isRequired && field.value === undefined })}>
      {(control) => <AsyncSelect {...{ control, source, delayMs, isSearchOnly }} {...field} />}
    </Field>
  );
}

function AsyncSelect({
  control,
  source,
  delayMs = OPTIONS_DELAY_MS,
  isSearchOnly = false,
  value,
  onChange,
  isReadOnly,
  placeholder,
  label,
  isRequired,
}: AsyncSelectFieldProps & { control: ControlProps }) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const text = useSettled(typed.trim(), delayMs);
  const refusal = source.refuse?.(text);
  const isEnabled = isOpen && refusal === undefined && !(isSearchOnly && text === "");

  const found = useQuery({
    queryKey: [...source.key, "options", text],
    queryFn: ({ signal }) => source.find(text, signal),
    enabled: isEnabled,
    // Keeps the previous list while the next list loads.
    placeholderData: keepPreviousData,
  });
  const keyOf = (id: string) => [...source.key, "option", id];
  const stored = useQuery({
    queryKey: keyOf(value ?? ""),
    queryFn: async ({ signal }) => (await source.get(value!, signal)) ?? null,
    enabled: value !== undefined,
  });
  // An unknown id is shown unchanged, because the row may be deleted or belong to another system.
  const chosen: Option | null =
    value === undefined ? null : (stored.data ?? { value, label: stored.isPending ? "…" : value });
  const options = isEnabled ? (found.data ?? []) : [];
  const name = typeof label === "string" ? label : "Value";

  if (isReadOnly) return <input {...control} readOnly value={chosen?.label ?? ""} className={lineLook} />;
  return (
    <Combobox.Root
      items={options}
      filter={null}
      value={chosen}
      onValueChange={(option: Option | null) => {
        if (option) cache.setQueryData(keyOf(option.value), option);
        setTyped("");
        onChange(option?.value);
      }}
      onInputValueChange={(next, change) => {
        // The chosen option's name may arrive while the user is typing; it must not overwrite the typed text.
        if (change.reason === "none" && isOpen && typed !== "") change.cancel();
        else setTyped(change.reason === "input-change" ? next : "");
      }}
      open={isOpen}
      onOpenChange={setOpen}
      itemToStringLabel={(option: Option) => option.label}
      isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
      autoHighlight
    >
      <div className="relative">
        {chosen?.picture && (
          <span className="pointer-events-none absolute inset-y-0 left-2 flex items-center">{chosen.picture}</span>
        )}
        <Combobox.Input
          {...control}
          placeholder={placeholder ?? (isSearchOnly ? "Start typing to search" : "Choose")}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={`${lineLook} truncate ${chosen?.picture ? "pl-9" : ""} ${value === undefined ? "pr-8" : "pr-14"}`}
        />
        {value !== undefined && !isRequired && (
          <Combobox.Clear
            aria-label={`Clear ${name}`}
            className="absolute inset-y-0 right-7 my-auto flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="x" size={14} />
          </Combobox.Clear>
        )}
        <Combobox.Trigger
          {...besideInput}
          aria-label={`Show choices for ${name}`}
          className="absolute inset-y-0 right-1 my-auto flex size-6 items-center justify-center text-muted"
        >
          <Icon name="chevrons-up-down" size={14} />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50">
          <Combobox.Popup className={popupLook} aria-busy={found.isFetching}>
            <Combobox.Status>
              <State
                {...{ refusal, isSearchOnly: isSearchOnly && text === "" }}
                isWaiting={typed.trim() !== text || (isEnabled && found.isPending)}
                isStale={found.isPlaceholderData}
                failure={isEnabled && found.isError ? messageOf(found.error) : undefined}
                retry={() => void found.refetch()}
                count={options.length}
              />
            </Combobox.Status>
            <Combobox.List className={listLook}>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className={optionLook}>
                  {option.picture}
                  <span className="min-w-0 flex-1 truncate" title={option.label}>
                    {option.label}
                  </span>
                  {option.hint && (
                    <span className="max-w-1/2 truncate text-meta text-muted" title={option.hint}>
                      {option.hint}
                    </span>
                  )}
                  <Combobox.ItemIndicator>
                    <Icon name="check" size={14} className="text-link" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

interface StateProps {
  refusal: string | undefined;
  isSearchOnly: boolean;
  isWaiting: boolean;
  isStale: boolean;
  failure: string | undefined;
  retry: () => void;
  count: number;
}

/** The list's status line: searching, failed, empty. */
function State({ refusal, isSearchOnly, isWaiting, isStale, failure, retry, count }: StateProps) {
  const row = "flex min-h-9 items-center gap-2 px-3 py-1.5 text-muted";
  if (refusal !== undefined) return <p className={row}>{refusal}</p>;
  if (isWaiting || isStale)
    return (
      <p className={`${row} ${count > 0 ? "border-b border-line" : ""}`}>
        <Spinner size={14} /> Searching
      </p>
    );
  if (failure !== undefined)
    return (
      <div className={`${row} justify-between`}>
        <p className="min-w-0 text-unhealthy-text wrap-anywhere">{failure}</p>
        <Button icon="refresh-cw" onClick={retry}>
          Retry
        </Button>
      </div>
    );
  if (isSearchOnly) return <p className={row}>Start typing to search</p>;
  return count === 0 ? <p className={row}>No options found</p> : null;
}
