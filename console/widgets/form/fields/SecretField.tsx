import { useRef, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { areaLook, lineLook } from "../control-look.ts";
import { Field, type FieldProps, type ControlProps, frameOf } from "../Field.tsx";
import { focusInside } from "../focus.ts";

/** The server returns this mask instead of a stored secret; sending it back keeps the secret. */
export const MASK = "***";

interface SecretFieldProps extends FieldProps<string> {
  /** The typed text is visible; the stored value is not. */
  isOpen?: boolean | undefined;
}

/** A field for a password or a token. A stored secret is never shown; it is kept or replaced. */
export function SecretField({ value, onChange, isReadOnly, placeholder, isOpen, ...rest }: SecretFieldProps) {
  return (
    <Field {...frameOf(rest)}>
      {(control) => <SecretLine {...{ control, value, onChange, isReadOnly, placeholder, isOpen }} />}
    </Field>
  );
}

type SecretLineProps = Pick<SecretFieldProps, "value" | "onChange" | "isReadOnly" | "placeholder" | "isOpen"> & {
  control: Partial<ControlProps> & { "aria-label"?: string };
  /** For certificates and files: a visible multi-line input. */
  isLong?: boolean | undefined;
};

export function SecretLine(props: SecretLineProps) {
  const { value, onChange, isReadOnly } = props;
  const [wasStored, setStored] = useState(value === MASK);
  if (value === MASK && !wasStored) setStored(true);
  const isKept = value === MASK;
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className="flex items-start gap-2">
      {isKept ? (
        <input {...props.control} readOnly value="Stored (hidden)" className={`${lineLook} text-muted`} />
      ) : (
        <Typed {...props} />
      )}
      {wasStored && !isReadOnly && (
        <Button
          onClick={() => {
            onChange(isKept ? undefined : MASK);
            focusInside(place.current);
          }}
        >
          {isKept ? "Replace" : "Keep the stored value"}
        </Button>
      )}
    </div>
  );
}

function Typed({ control, value, onChange, isReadOnly, placeholder, isOpen, isLong }: SecretLineProps) {
  const [isRevealed, setRevealed] = useState(false);
  const typed = {
    ...control,
    value: value ?? "",
    placeholder,
    readOnly: isReadOnly,
    // Prevents password managers from filling in the user's own password.
    autoComplete: "new-password",
    spellCheck: false,
  };
  if (isLong)
    return (
      <textarea
        {...typed}
        rows={3}
        onChange={(event) => onChange(event.target.value || undefined)}
        className={`${areaLook} max-h-72 min-h-18 field-sizing-content font-mono`}
      />
    );
  return (
    <div className="relative min-w-0 flex-1">
      <input
        {...typed}
        type={isRevealed || isOpen ? "text" : "password"}
        onChange={(event) => onChange(event.target.value || undefined)}
        className={`${lineLook} ${isOpen ? "" : "pr-9 font-mono"}`}
      />
      {!isOpen && !(isReadOnly && value === undefined) && (
        <IconButton
          icon={isRevealed ? "eye-off" : "eye"}
          size="small"
          label={isRevealed ? "Hide the typed text" : "Show the typed text"}
          aria-pressed={isRevealed}
          onClick={() => setRevealed(!isRevealed)}
          className="absolute inset-y-0 right-1 my-auto"
        />
      )}
    </div>
  );
}
