import { useEffect, useRef, useState } from "react";
import { later } from "#console/widgets/later.ts";
import { isSameJson } from "#lib/json/json.ts";
import { areaLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

const useYamlCode = later("YAML", () => import("yaml"));
type Yaml = typeof import("yaml");

interface Draft {
  text: string;
  means: unknown;
  problem?: string;
}

/** A value of any type, edited as YAML. While the text is invalid, it stays as typed and the value does not change. */
export function YamlField({ value, onChange, isReadOnly, placeholder, ...rest }: FieldProps<unknown>) {
  const yaml = useYamlCode(true);
  const [draft, setDraft] = useState<Draft>();
  const area = useRef<HTMLTextAreaElement>(null);
  const current = draft && isSameJson(draft.means, value) ? draft : undefined;
  const text = current?.text ?? (yaml ? print(yaml, value) : "");
  const problem = current?.problem;
  // Prevents the form from being submitted while the text is invalid.
  useEffect(() => area.current?.setCustomValidity(problem ?? ""), [problem]);

  const type = (typed: string) => {
    if (!yaml) return;
    const read = parse(yaml, typed);
    setDraft(
      "problem" in read ? { text: typed, means: value, problem: read.problem } : { text: typed, means: read.value },
    );
    if (!("problem" in read) && !isSameJson(read.value, value)) onChange(read.value);
  };
  return (
    <Field {...frameOf(rest)} error={problem ?? rest.error}>
      {(control) => (
        <textarea
          {...control}
          ref={area}
          rows={2}
          value={text}
          placeholder={yaml ? (placeholder ?? "YAML") : "Loading"}
          readOnly={isReadOnly || !yaml}
          aria-busy={!yaml}
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          className={`${areaLook} max-h-72 field-sizing-content font-mono`}
        />
      )}
    </Field>
  );
}

const print = (yaml: Yaml, value: unknown) =>
  value === undefined ? "" : yaml.stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();

function parse(yaml: Yaml, text: string): { value: unknown } | { problem: string } {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: yaml.parse(text, { prettyErrors: true }) as unknown };
  } catch (error) {
    const [first = "cannot be parsed"] = error instanceof Error ? error.message.split("\n") : [];
    return { problem: `Invalid YAML: ${first.replace(/:$/, "")}` };
  }
}
