import { useRef, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { lineLook } from "../control-look.ts";
import { Field, type FieldProps, type ControlProps, frameOf } from "../Field.tsx";

/** What the server says instead of a secret that is set; sent back, it keeps it. */
export const MASK = "***";

/** A password or a token. One that is stored already is not shown: it is kept, or replaced. */
export function SecretField({ value, onChange, isReadOnly, placeholder, ...rest }: FieldProps<string>) {
  return (
    <Field {...frameOf(rest)}>
      {(control) => <SecretLine {...{ control, value, onChange, isReadOnly, placeholder }} />}
    </Field>
  );
}

type SecretLineProps = Pick<FieldProps<string>, "value" | "onChange" | "isReadOnly" | "placeholder"> & {
  control: Partial<ControlProps> & { "aria-label"?: string };
};

export function SecretLine({ control, value, onChange, isReadOnly, placeholder }: SecretLineProps) {
  const [isRevealed, setRevealed] = useState(false);
  const [wasStored, setStored] = useState(value === MASK);
  if (value === MASK && !wasStored) setStored(true);
  const isKept = value === MASK;
  const line = useRef<HTMLInputElement>(null);
  return (
    <div className="flex gap-2">
      <div className="relative min-w-0 flex-1">
        <input
          {...control}
          ref={line}
          type={isRevealed || isKept ? "text" : "password"}
          value={isKept ? "Stored. It is not shown." : (value ?? "")}
          placeholder={placeholder}
          readOnly={isReadOnly || isKept}
          // A password manager would offer the person's own password here.
          autoComplete="new-password"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value || undefined)}
          className={`${lineLook} ${isKept ? "text-muted" : "pr-9 font-mono"}`}
        />
        {!isKept && (
          <IconButton
            icon={isRevealed ? "eye-off" : "eye"}
            size="small"
            label={isRevealed ? "Hide what is typed" : "Show what is typed"}
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
            className="absolute top-1 right-1"
          />
        )}
      </div>
      {wasStored && !isReadOnly && (
        <Button
          onClick={() => {
            onChange(isKept ? undefined : MASK);
            line.current?.focus();
          }}
        >
          {isKept ? "Replace" : "Keep the stored one"}
        </Button>
      )}
    </div>
  );
}
