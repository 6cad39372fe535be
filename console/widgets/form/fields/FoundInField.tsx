import { useState } from "react";
import { lineLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { Segments } from "../Segments.tsx";
import { type FoundInKind, printFoundIn, readFoundIn } from "./found-in.ts";

const labels: Readonly<Record<FoundInKind, string>> = {
  text: "Text or path",
  expr: "CEL",
  jmespath: "JMESPath",
  jsonpath: "JSONPath",
  value: "Text",
};

const placeholders: Partial<Record<FoundInKind, string>> = {
  expr: "config.metadata.name",
  jmespath: "metadata.name",
  jsonpath: "$.metadata.name",
};

const defaultKinds: readonly FoundInKind[] = ["text", "expr", "jmespath"];

/** A value taken from a document: literal text, a path, or an expression. */
export function FoundInField({ value, onChange, isReadOnly, placeholder, ...rest }: FieldProps<unknown>) {
  const read = readFoundIn(value);
  // The language chosen while the line is empty, because an empty value does not store a language.
  const [chosen, setChosen] = useState<FoundInKind>(read?.kind ?? "text");
  const { kind, text } = read ?? { kind: chosen, text: "" };
  const name = typeof rest.label === "string" ? rest.label : "Value";
  const set = (next: { kind: FoundInKind; text: string }) => {
    setChosen(next.kind);
    onChange(printFoundIn(next));
  };
  const offered = defaultKinds.includes(kind) ? defaultKinds : [...defaultKinds, kind];
  return (
    <Field {...frameOf(rest)} isGroup>
      {(control) => (
        <div className="flex flex-wrap items-start gap-2">
          <Segments
            label={`Language of ${name}`}
            options={offered.map((option) => ({ value: option, label: labels[option] }))}
            value={kind}
            onChange={(next) => set({ kind: next, text })}
            isReadOnly={isReadOnly}
          />
          <input
            {...control}
            aria-label={name}
            value={text}
            placeholder={placeholders[kind] ?? placeholder}
            readOnly={isReadOnly}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ kind, text: event.target.value })}
            className={`${lineLook} min-w-56 flex-1 basis-56 font-mono`}
          />
        </div>
      )}
    </Field>
  );
}
