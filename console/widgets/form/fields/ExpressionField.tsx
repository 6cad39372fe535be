import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type ExpressionFault,
  type ExpressionSource,
  type Notation,
  serverSource,
} from "#console/widgets/editor/expression-source.ts";
import type { OpenExpression } from "#console/widgets/editor/open-expression.ts";
import { areaLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";

interface ExpressionFieldProps extends FieldProps<string> {
  notation: Notation;
  /** Checks the text and lists the functions. Default: the server. */
  source?: ExpressionSource | undefined;
}

/** An expression: a code editor, and a plain text box until the editor is loaded. */
export function ExpressionField({
  value,
  onChange,
  isReadOnly = false,
  placeholder,
  notation,
  source = serverSource,
  ...rest
}: ExpressionFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  /** Whether the text box had the focus when the editor replaced it. If so, the editor takes the focus. */
  const wasTyping = useRef(false);
  const [editor, setEditor] = useState<OpenExpression>();
  const [faults, setFaults] = useState<{ text: string; faults: readonly ExpressionFault[] }>();
  const text = value ?? "";
  const label = typeof rest.label === "string" ? rest.label : "Expression";
  const change = useEffectEvent((typed: string) => onChange(typed || undefined));
  const showFaults = useEffectEvent((found: readonly ExpressionFault[]) => setFaults({ text, faults: found }));
  const settings = useEffectEvent(() => ({ label, notation, readOnly: isReadOnly, placeholder, source }));
  const initial = useEffectEvent(() => text);

  useEffect(() => {
    let opened: OpenExpression | undefined;
    let isWanted = true;
    const open = ({ openExpression }: typeof import("#console/widgets/editor/open-expression.ts")) => {
      if (!isWanted || !container.current) return;
      wasTyping.current = box.current !== null && box.current === document.activeElement;
      opened = openExpression(container.current, initial(), settings(), { onText: change, onFaults: showFaults });
      setEditor(opened);
    };
    // If the editor cannot be loaded, the plain box stays.
    import("#console/widgets/editor/open-expression.ts").then(open, () => {});
    return () => {
      isWanted = false;
      opened?.stop();
      setEditor(undefined);
    };
  }, []);
  useEffect(() => {
    if (wasTyping.current) editor?.focus();
    wasTyping.current = false;
  }, [editor]);
  useEffect(() => editor?.setText(text), [editor, text]);
  useEffect(
    () => editor?.configure({ label, notation, readOnly: isReadOnly, placeholder, source }),
    [editor, label, notation, isReadOnly, placeholder, source],
  );

  // Errors in an older text do not apply to the current text.
  const [fault] = faults?.text === text ? faults.faults : [];
  const error = fault === undefined ? rest.error : sentenceOf(fault);
  return (
    <Field {...frameOf(rest)} error={error} isGroup>
      {(control) => (
        <>
          <div
            ref={container}
            hidden={!editor}
            data-expression={notation}
            className={`min-w-0 overflow-hidden rounded-md border font-mono text-[13px] focus-within:border-focus max-shell:text-[1rem] ${look(error !== undefined, isReadOnly)}`}
          />
          {!editor && (
            <textarea
              {...control}
              ref={box}
              aria-label={label}
              rows={3}
              value={text}
              placeholder={placeholder}
              readOnly={isReadOnly}
              spellCheck={false}
              onChange={(event) => onChange(event.target.value || undefined)}
              className={`${areaLook} max-h-72 field-sizing-content font-mono`}
            />
          )}
        </>
      )}
    </Field>
  );
}

function look(isWrong: boolean, isReadOnly: boolean): string {
  if (isReadOnly) return "border-line bg-sunken";
  return isWrong ? "border-unhealthy bg-surface" : "border-line-strong bg-surface";
}

function sentenceOf({ message, line, column, suggestion }: ExpressionFault): string {
  const where = line === null ? "" : `Line ${line}, column ${column ?? 1}: `;
  return `${where}${message}${suggestion === null ? "" : ` Did you mean ${suggestion}?`}`;
}
