import { useState } from "react";
import { Field, type FieldProps, frameOf } from "#console/widgets/form/Field.tsx";
import { SuggestField, type Suggestion } from "#console/widgets/form/fields/SuggestField.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Button } from "#console/widgets/Button.tsx";

interface TokensFieldProps extends FieldProps<readonly string[]> {
  suggestions: readonly Suggestion[];
  /** The accessible name of the text box. */
  addLabel: string;
}

/** A list of short texts, chosen from suggestions or typed. */
export function TokensField({ value = [], onChange, isReadOnly, suggestions, addLabel, ...rest }: TokensFieldProps) {
  const [typed, setTyped] = useState<string>();
  const set = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next);
  const add = (text: string | undefined) => {
    const token = text?.trim() ?? "";
    if (token === "") return;
    if (!value.includes(token)) set([...value, token]);
    setTyped(undefined);
  };
  const offered = suggestions.filter((suggestion) => !value.includes(suggestion.value));
  return (
    <Field {...frameOf(rest)} isGroup>
      {() => (
        <div className="flex flex-col gap-1.5">
          {value.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {value.map((token) => (
                <li
                  key={token}
                  className="inline-flex h-7 max-w-full items-center gap-1 rounded-md border border-line bg-surface pl-2.5 font-mono text-meta"
                >
                  <span className="truncate" title={token}>
                    {token}
                  </span>
                  {isReadOnly ? (
                    <span className="w-1.5" />
                  ) : (
                    <button
                      type="button"
                      aria-label={`Remove ${token}`}
                      onClick={() => set(value.filter((other) => other !== token))}
                      className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
                    >
                      <Icon name="x" size={14} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {!isReadOnly && (
            <div
              role="presentation"
              className="flex items-start gap-1.5"
              // Enter adds the text instead of submitting the form.
              onKeyDown={(event) => {
                if (event.key !== "Enter" || (typed ?? "").trim() === "") return;
                event.preventDefault();
                add(typed);
              }}
            >
              <div className="min-w-0 flex-1">
                <SuggestField
                  label={addLabel}
                  isLabelHidden
                  suggestions={offered}
                  value={typed}
                  // A chosen suggestion is added at once; typed text waits for Enter or the button.
                  onChange={(next) =>
                    offered.some(({ value: option }) => option === next) ? add(next) : setTyped(next)
                  }
                />
              </div>
              <Button icon="plus" disabled={(typed ?? "").trim() === ""} onClick={() => add(typed)}>
                Add
              </Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
