import { areaLook, lineLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

interface TextFieldProps extends FieldProps<string> {
  type?: "text" | "email" | "url" | undefined;
  /** For ids, paths and code. */
  isCode?: boolean | undefined;
}

/** A line of text. */
export function TextField({ value, onChange, isReadOnly, placeholder, type, isCode, ...rest }: TextFieldProps) {
  return (
    <Field {...frameOf(rest)}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={type}
          value={value ?? ""}
          placeholder={placeholder}
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value || undefined)}
          className={`${lineLook} ${isCode ? "font-mono" : ""}`}
        />
      )}
    </Field>
  );
}

interface LongTextFieldProps extends FieldProps<string> {
  rows?: number | undefined;
  isCode?: boolean | undefined;
}

/** Multi-line text; the box grows with the text. */
export function LongTextField(props: LongTextFieldProps) {
  const { value, onChange, isReadOnly, placeholder, rows = 3, isCode, ...rest } = props;
  return (
    <Field {...frameOf(rest)}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          // `field-sizing: content` ignores the rows attribute, so the minimum height is set here.
          style={{ minHeight: `calc(${rows}lh + 1rem)` }}
          value={value ?? ""}
          placeholder={placeholder}
          readOnly={isReadOnly}
          spellCheck={!isCode}
          onChange={(event) => onChange(event.target.value || undefined)}
          className={`${areaLook} max-h-96 field-sizing-content ${isCode ? "font-mono" : ""}`}
        />
      )}
    </Field>
  );
}
