import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { controlIn, focusFirstWrong } from "#console/widgets/form/focus.ts";
import { type JsonSchema, problemsOf, type SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { type Draft, schemaFor } from "./connection-form.ts";

export interface FormHandle {
  /**
   * Returns whether all fields are valid. Otherwise the form shows the problems and focuses the first invalid field.
   */
  isComplete(options?: { ignored?: string }): boolean;
}

interface ConnectionFormProps {
  ref?: Ref<FormHandle>;
  /** The id of the form element, for the buttons outside the form. */
  id: string;
  /** Created by `askingSchema`. */
  schema: JsonSchema;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Called only when the form is complete. */
  send: () => void;
  /** Problems that the server reported. */
  serverProblems: readonly SchemaProblem[];
  isReadOnly?: boolean;
  takesFocus?: boolean;
}

/** The fields of a type. Submitting an incomplete form focuses the first invalid field. */
export function ConnectionForm(props: ConnectionFormProps) {
  const {
    ref,
    id,
    schema: stated,
    draft,
    onChange,
    send,
    serverProblems,
    isReadOnly = false,
    takesFocus = false,
  } = props;
  /** Set after the first check. From then on problems are shown while typing. */
  const [checked, setChecked] = useState<{ ignored?: string | undefined }>();
  const element = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => schemaFor(stated, draft), [stated, draft]);
  const problems = useMemo(
    () => [...serverProblems, ...(checked && !isReadOnly ? faultsIn(schema, draft, checked.ignored) : [])],
    [serverProblems, checked, isReadOnly, schema, draft],
  );
  useEffect(() => {
    if (takesFocus) controlIn(element.current)?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (serverProblems.length > 0 && element.current) focusFirstWrong(element.current);
  }, [serverProblems]);
  const isComplete: FormHandle["isComplete"] = ({ ignored } = {}) => {
    if (!element.current) return false;
    if (faultsIn(schema, draft, ignored).length === 0 && isWellFormed(element.current)) return true;
    flushSync(() => setChecked({ ignored }));
    focusFirstWrong(element.current);
    return false;
  };
  useImperativeHandle(ref, () => ({ isComplete }));
  return (
    <form
      ref={element}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble from the dialog to a form of the surrounding page.
        event.stopPropagation();
        if (isComplete()) send();
      }}
    >
      <SpecForm
        schema={schema}
        value={draft}
        onChange={(next) => onChange(next as Draft)}
        readOnly={isReadOnly}
        problems={problems}
      />
    </form>
  );
}

/**
 * Whether the browser can parse every control. Empty controls are checked by the schema, which defines the required
 * fields.
 */
const isWellFormed = ({ elements }: HTMLFormElement) =>
  [...elements].every(
    (control) =>
      !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) ||
      control.validity.valid ||
      control.validity.valueMissing,
  );

const faultsIn = (schema: JsonSchema, draft: Draft, ignored: string | undefined) =>
  problemsOf(schema, draft).filter(({ path }) => path[0] !== ignored || ignored === undefined);

/** Shows the command that installs the driver of a type, if the server lacks the driver. */
export const MissingDriver = ({ kind }: { kind: KindDescription }) =>
  kind.install !== undefined && (
    <div role="note" className="flex flex-col gap-2 rounded-md border border-line bg-sunken px-3 py-2">
      <p>
        The {kind.title} driver is not installed on the server. An administrator installs it in the folder of
        Quarterdeck:
      </p>
      <CodeBlock code={kind.install} title="Command" isBare />
    </div>
  );
