import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { preference } from "#console/preference.ts";
import { isRecord, type JsonSchema, type SchemaProblem, typesOf } from "../form/json-schema.ts";
import { Segments } from "../form/Segments.tsx";
import { SpecForm } from "../form/SpecForm.tsx";
import { StatusMark } from "../StatusMark.tsx";
import { CodeEditor, type CodeEditorProps } from "./CodeEditor.tsx";
import { loadEditor } from "./load-editor.ts";
import { useCode } from "./use-code.ts";

interface FormOrCodeProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly?: boolean;
  /** What others say is wrong, the server for instance: shown at its place in either. */
  problems?: readonly SchemaProblem[];
  /** What it is; read out. */
  label?: string;
  /** The value as it was saved, to show what changed; without it the one that it began with. */
  saved?: unknown;
  /** Told why the value is not what is typed, as a sentence, and undefined once it is again. Nobody should save meanwhile. */
  onInvalid?: (why: string | undefined) => void;
  size?: CodeEditorProps["size"];
  /** Instead of what the person chose last, where the address asks for a place that only one of them shows. */
  startsAs?: Mode;
  /** The form, where it is not the one that the schema makes by itself. */
  children?: (form: FormProps) => ReactNode;
}

/** What a form is drawn from. */
export interface FormProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  problems: readonly SchemaProblem[];
}

type Mode = "form" | "code";
const modes = [
  { value: "form", label: "Form" },
  { value: "code", label: "Code" },
] as const;

/** Whether a person would rather fill in or write, on every page that has both. */
const modePreference = preference<Mode>("formOrCode", (stored) => (stored === "code" ? "code" : "form"));

/** One value, as a form or as YAML. What is typed as YAML keeps its comments and its order, whatever the form changes. */
export function FormOrCode(props: FormOrCodeProps) {
  const { schema, value, onChange, readOnly = false, problems, label = "Spec", size = "large" } = props;
  const [first] = useState(value);
  // Another tab that chooses otherwise does not take this one from under the hands.
  const [mode, setMode] = useState(() => props.startsAs ?? modePreference.get());
  const [wasCode, setWasCode] = useState(mode === "code");
  if (mode === "code" && !wasCode) setWasCode(true);
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  const saved = Object.hasOwn(props, "saved") ? props.saved : first;
  const code = useCode({ schema, value, saved, onChange, isShown: mode === "code" });
  const why = code.problem ?? unfit(schema, value);
  if (isRefused && (why === undefined || mode === "form")) setRefused(false);

  const tell = useEffectEvent((problem: string | undefined) => props.onInvalid?.(problem));
  useEffect(() => tell(code.problem), [code.problem]);

  const choose = (next: Mode) => {
    const stands = next === "form" ? (code.settle() ?? why) : undefined;
    setRefused(stands !== undefined);
    if (stands !== undefined) return;
    setMode(next);
    modePreference.set(next);
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* Whoever comes near the switch may want the editor soon. */}
        <div onPointerEnter={fetchAhead} onFocus={fetchAhead}>
          <Segments label={`${label} as`} options={modes} value={mode} onChange={choose} />
        </div>
        {isRefused && (
          <p id={id} role="alert" className="flex min-w-0 items-center gap-2 text-unhealthy-text">
            <StatusMark meaning="unhealthy" />
            {why} Please mend it before you switch to the form.
          </p>
        )}
      </div>
      {wasCode && (
        <div hidden={mode !== "code"} onBlur={() => code.settle()} className={size === "full" ? "min-h-0 flex-1" : ""}>
          <CodeEditor
            label={label}
            text={code.text}
            onChange={code.type}
            schema={schema}
            problems={problems}
            saved={code.saved}
            readOnly={readOnly}
            size={size}
          />
        </div>
      )}
      {mode === "form" &&
        (props.children ?? drawSpec)({ schema, value, onChange, readOnly, problems: problems ?? NO_PROBLEMS })}
    </div>
  );
}

const NO_PROBLEMS: readonly SchemaProblem[] = [];
const drawSpec = (form: FormProps) => <SpecForm {...form} />;

/** If it fails now, it is tried again when it is needed. */
const fetchAhead = () => void Promise.all([loadEditor(), import("./yaml-text.ts")]).catch(() => {});

/** Why a form cannot show a value that YAML can say. */
const unfit = (schema: JsonSchema, value: unknown): string | undefined =>
  typesOf(schema).includes("object") && value !== undefined && value !== null && !isRecord(value)
    ? "A form needs keys with values, and this has none."
    : undefined;
