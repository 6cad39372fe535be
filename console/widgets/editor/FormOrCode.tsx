import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { preference } from "#console/preference.ts";
import { isRecord, type JsonSchema, type SchemaProblem, typesOf } from "../form/json-schema.ts";
import { Segments } from "../form/Segments.tsx";
import { isEmptySpec, SpecValues } from "../form/spec/SpecValues.tsx";
import { SpecForm } from "../form/SpecForm.tsx";
import { StatusMark } from "../StatusMark.tsx";
import { CodeEditor, type CodeEditorProps, loadEditor } from "./CodeEditor.tsx";
import { useCode } from "./use-code.ts";

interface FormOrCodeProps {
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly?: boolean;
  /**
   * Problems that the form does not find itself, such as problems that the server reported; both modes show each at its
   * field.
   */
  problems?: readonly SchemaProblem[];
  /** The accessible name. */
  label?: string;
  /** The saved value, to show what changed. Default: the first value. */
  saved?: unknown;
  /**
   * Called with the reason when the typed text becomes invalid, and with undefined when it is valid again. The caller
   * must not save in the meantime.
   */
  onInvalid?: (why: string | undefined) => void;
  size?: CodeEditorProps["size"];
  /** The path where the cursor is when the code is first shown. */
  startAt?: CodeEditorProps["startAt"];
  /** Renders a custom form. Default: a form generated from the schema. */
  children?: (form: FormProps) => ReactNode;
}

/** The props of a form renderer. */
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

/** The preferred mode of a person, shared by all pages that offer both. */
const modePreference = preference<Mode>("formOrCode", (stored) => (stored === "code" ? "code" : "form"));

/** Edits one value as a form or as YAML. Changes made in the form keep the comments and the order of the YAML. */
export function FormOrCode(props: FormOrCodeProps) {
  const { schema, value, onChange, readOnly = false, problems, label = "Spec", size = "large" } = props;
  const [first] = useState(value);
  // The preference is read once, so that a choice in another tab does not change this tab.
  const [mode, setMode] = useState(() => modePreference.get());
  const [wasCode, setWasCode] = useState(mode === "code");
  if (mode === "code" && !wasCode) setWasCode(true);
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  const saved = Object.hasOwn(props, "saved") ? props.saved : first;
  const code = useCode({ schema, value, saved, onChange, isShown: mode === "code" });
  const why = code.problem ?? unfit(schema, value);
  if (isRefused && (why === undefined || mode === "form")) setRefused(false);

  const reportInvalid = useEffectEvent((problem: string | undefined) => props.onInvalid?.(problem));
  useEffect(() => reportInvalid(code.problem), [code.problem]);

  const choose = (next: Mode) => {
    const refusal = next === "form" ? (code.settle() ?? why) : undefined;
    setRefused(refusal !== undefined);
    if (refusal !== undefined) return;
    setMode(next);
    modePreference.set(next);
  };
  if (readOnly && isEmptySpec(value)) return <SpecValues schema={schema} value={value} />;
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* A tab already shows the label. */}
        <span className="font-semibold in-[[role=tabpanel]]:sr-only">{label}</span>
        {/* Prefetches the editor when the pointer or the focus reaches the switch. */}
        <div onPointerEnter={fetchAhead} onFocus={fetchAhead}>
          <Segments label={`${label} as`} options={modes} value={mode} onChange={choose} />
        </div>
        {isRefused && (
          <p id={id} role="alert" className="flex min-w-0 items-center gap-2 text-unhealthy-text">
            <StatusMark meaning="unhealthy" />
            {why} Fix it before you switch to the form.
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
            startAt={props.startAt}
          />
        </div>
      )}
      {mode === "form" &&
        (readOnly ? (
          <SpecValues schema={schema} value={value} />
        ) : (
          (props.children ?? drawSpec)({ schema, value, onChange, readOnly, problems: problems ?? NO_PROBLEMS })
        ))}
    </div>
  );
}

const NO_PROBLEMS: readonly SchemaProblem[] = [];
const drawSpec = (form: FormProps) => <SpecForm {...form} />;

/** A failed prefetch is retried when the editor is needed. */
const fetchAhead = () => void Promise.all([loadEditor(), import("./yaml-text.ts")]).catch(() => {});

/** The reason why a form cannot show a value that is valid YAML. */
const unfit = (schema: JsonSchema, value: unknown): string | undefined =>
  typesOf(schema).includes("object") && value !== undefined && value !== null && !isRecord(value)
    ? "A form needs an object with keys."
    : undefined;
