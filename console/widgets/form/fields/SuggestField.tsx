import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactNode } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { besideInput, lineLook, listLook, optionLook, popupLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

export interface Suggestion {
  value: string;
  /** Shown instead of the value, for values that people know by a different name. */
  label?: string | undefined;
  /** A description shown after the label. */
  hint?: string | undefined;
  picture?: ReactNode;
}

interface SuggestFieldProps extends FieldProps<string> {
  suggestions: readonly Suggestion[];
  /** Shown when there are no suggestions. */
  empty?: string | undefined;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A text field with suggestions. The list always shows all suggestions, so that the current value can be replaced. */
export function SuggestField(props: SuggestFieldProps) {
  const { value, onChange, isReadOnly, placeholder, suggestions, empty, onOpenChange, ...rest } = props;
  const name = typeof rest.label === "string" ? rest.label : "Value";
  return (
    <Field {...frameOf(rest)}>
      {(control) =>
        isReadOnly ? (
          <input {...control} readOnly value={value ?? ""} className={lineLook} />
        ) : (
          <Autocomplete.Root
            items={suggestions}
            mode="none"
            value={value ?? ""}
            onValueChange={(next) => onChange(next === "" ? undefined : next)}
            itemToStringValue={(suggestion: Suggestion) => suggestion.value}
            openOnInputClick
            {...(onOpenChange && { onOpenChange })}
          >
            <div className="relative">
              <Autocomplete.Input
                {...control}
                placeholder={placeholder}
                autoComplete="off"
                spellCheck={false}
                className={`${lineLook} pr-8`}
              />
              <Autocomplete.Trigger
                {...besideInput}
                aria-label={`Show choices for ${name}`}
                className="absolute top-0 right-0 flex size-control items-center justify-center text-muted"
              >
                <Icon name="chevrons-up-down" size={14} />
              </Autocomplete.Trigger>
            </div>
            <Autocomplete.Portal>
              <Autocomplete.Positioner sideOffset={4} className="z-50">
                <Autocomplete.Popup className={popupLook}>
                  <Autocomplete.Empty>{empty && <p className="px-3 py-2 text-muted">{empty}</p>}</Autocomplete.Empty>
                  <Autocomplete.List className={listLook}>
                    {(suggestion: Suggestion) => (
                      <Autocomplete.Item key={suggestion.value} value={suggestion} className={optionLook}>
                        {suggestion.picture}
                        <span className="min-w-0 flex-1 truncate">{suggestion.label ?? suggestion.value}</span>
                        {suggestion.hint && <span className="text-meta text-muted">{suggestion.hint}</span>}
                        {suggestion.value === value && <Icon name="check" size={14} className="text-link" />}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.List>
                </Autocomplete.Popup>
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          </Autocomplete.Root>
        )
      }
    </Field>
  );
}
