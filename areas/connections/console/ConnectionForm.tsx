import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { controlIn, focusFirstWrong } from "#console/widgets/form/focus.ts";
import { type JsonSchema, problemsOf, type SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import type { Draft } from "./connection-form.ts";

interface ConnectionFormProps {
  /** Of the element: the button that sends it stands outside. */
  id: string;
  /** As `askingSchema` makes it. */
  schema: JsonSchema;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Asked for only when nothing is missing. */
  send: () => void;
  /** What the server found wrong. */
  told: readonly SchemaProblem[];
  isReadOnly?: boolean;
  /** Whoever opens it wants to type. */
  takesFocus?: boolean;
}

/** The fields of a type. Sent too early, it leads to the first that is wrong. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { id, schema, draft, onChange, send, told, isReadOnly = false, takesFocus = false } = props;
  const [wasSent, setSent] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const problems = useMemo(
    () => [...told, ...(wasSent && !isReadOnly ? problemsOf(schema, draft) : [])],
    [told, wasSent, isReadOnly, schema, draft],
  );
  useEffect(() => {
    if (takesFocus) controlIn(element.current)?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (told.length > 0 && element.current) focusFirstWrong(element.current);
  }, [told]);
  return (
    <form
      ref={element}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The page around the dialog may have a form, too, for React.
        event.stopPropagation();
        const { currentTarget } = event;
        if (problemsOf(schema, draft).length === 0 && currentTarget.checkValidity()) return send();
        flushSync(() => setSent(true));
        return void focusFirstWrong(currentTarget);
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
