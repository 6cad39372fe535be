import { useEffect, useRef } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { lineLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { focusAdded, focusAfterRemoval } from "../focus.ts";
import { rowProblem, useMapRows } from "../map-rows.ts";

type Pairs = Readonly<Record<string, string>>;

/** A field for a map of strings, such as labels, headers or variables. */
export function KeyValuesField({ value, onChange, isReadOnly, placeholder, ...rest }: FieldProps<Pairs>) {
  const { rows, add, change, remove } = useMapRows<string>(value, onChange, "");
  const list = useRef<HTMLDivElement>(null);
  const name = typeof rest.label === "string" ? rest.label : "Entry";
  return (
    <Field {...frameOf(rest)} isGroup>
      {() => (
        <div ref={list} className="flex flex-col gap-1.5">
          {rows.map((row, index) => (
            <div key={row.id} data-row>
              <div className="flex items-center gap-1.5">
                <KeyLine
                  label={`${name}, key ${index + 1}`}
                  value={row.key}
                  problem={rowProblem(rows, row)}
                  isReadOnly={isReadOnly}
                  onChange={(key) => change(row.id, { key })}
                />
                <input
                  aria-label={row.key === "" ? `${name}, value ${index + 1}` : `${name}: ${row.key}`}
                  value={row.value ?? ""}
                  placeholder={placeholder ?? "Value"}
                  readOnly={isReadOnly}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => change(row.id, { value: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" || isReadOnly || index < rows.length - 1) return;
                    event.preventDefault();
                    add();
                    focusAdded(list.current);
                  }}
                  className={`${lineLook} flex-[3]`}
                />
                {!isReadOnly && (
                  <IconButton
                    icon="trash-2"
                    label={`Remove ${row.key || `row ${index + 1}`}`}
                    onClick={() => {
                      remove(row.id);
                      focusAfterRemoval(list.current, index);
                    }}
                  />
                )}
              </div>
              {rowProblem(rows, row) && <p className="mt-0.5 text-unhealthy-text">{rowProblem(rows, row)}</p>}
            </div>
          ))}
          {rows.length === 0 && isReadOnly && <p className="text-muted">None</p>}
          {!isReadOnly && (
            <Button
              icon="plus"
              look="quiet"
              className="-ml-2 self-start"
              onClick={() => {
                add();
                focusAdded(list.current);
              }}
            >
              Add
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

interface KeyLineProps {
  label: string;
  value: string;
  problem: string | undefined;
  isReadOnly: boolean | undefined;
  onChange: (key: string) => void;
}

/** The key of an entry. An invalid key prevents the form from being submitted. */
export function KeyLine({ label, value, problem, isReadOnly, onChange }: KeyLineProps) {
  const line = useRef<HTMLInputElement>(null);
  useEffect(() => line.current?.setCustomValidity(problem ?? ""), [problem]);
  return (
    <input
      ref={line}
      aria-label={label}
      aria-invalid={problem !== undefined}
      value={value}
      placeholder="Key"
      readOnly={isReadOnly}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className={`${lineLook} flex-[2] font-mono`}
    />
  );
}
