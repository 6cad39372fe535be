import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import {
  type EnvVar,
  envVarKinds,
  type EnvVarKind,
  envVarObject,
  envVarProblem,
  envVarText,
  readEnvVar,
} from "#language/env-var.ts";
import { lineLook } from "../control-look.ts";
import { Field, type FieldProps, frameOf } from "../Field.tsx";
import { Segments } from "../Segments.tsx";
import { SecretLine } from "./SecretField.tsx";

interface EnvVarFieldProps extends FieldProps<unknown> {
  /** A database column stores a string (`secret://name/key`), and a spec stores an object. */
  keptAs?: "text" | "object" | undefined;
  /** For certificates and files: a visible multi-line input. */
  isLong?: boolean | undefined;
  /** The value is not a secret, so the typed text is visible. */
  isOpen?: boolean | undefined;
}

const options = envVarKinds.map(({ kind, label }) => ({ value: kind, label }));

/** A credential: a literal value, or a reference to a Kubernetes Secret or ConfigMap. */
export function EnvVarField(props: EnvVarFieldProps) {
  const { value, onChange, isReadOnly, placeholder, keptAs, isLong, isOpen, ...rest } = props;
  const source = readEnvVar(value) ?? { kind: "static", value: "" };
  // Remembers the value of each kind, so that switching back restores it.
  const [left, setLeft] = useState<Partial<Record<EnvVarKind, EnvVar>>>({});
  const name = typeof rest.label === "string" ? rest.label : "Value";
  const set = (next: EnvVar | undefined) => {
    const isEmpty = next === undefined || (next.kind === "static" && next.value === "");
    if (isEmpty) return onChange(undefined);
    const asObject = typeof value === "object" && value !== null ? true : keptAs === "object";
    return onChange(asObject ? envVarObject(next, value) : envVarText(next));
  };
  const choose = (kind: EnvVarKind) => {
    if (source.kind !== "other") setLeft({ ...left, [source.kind]: source });
    const empty: EnvVar = kind === "static" ? { kind, value: "" } : { kind, name: "", key: "" };
    // Switching between Secret and ConfigMap keeps the name and the key.
    const moved =
      kind !== "static" && (source.kind === "secret" || source.kind === "configmap") ? { ...source, kind } : empty;
    set(left[kind] ?? moved);
  };
  return (
    <Field {...frameOf(rest)} isGroup>
      {() =>
        source.kind === "other" ? (
          <div className="flex gap-2">
            <input
              aria-label={name}
              readOnly
              value={typeof source.kept === "string" ? source.kept : JSON.stringify(source.kept)}
              className={`${lineLook} font-mono`}
            />
            {!isReadOnly && <Button onClick={() => set(undefined)}>Replace</Button>}
          </div>
        ) : (
          <div className="flex flex-wrap items-start gap-2">
            <Segments
              label={`Kind of ${name}`}
              options={options}
              value={source.kind}
              onChange={choose}
              isReadOnly={isReadOnly}
            />
            <div className="min-w-56 flex-1">
              <Source
                {...{ name, source, set, isReadOnly, placeholder, isLong, isOpen }}
                isWrong={rest.error !== undefined}
              />
            </div>
          </div>
        )
      }
    </Field>
  );
}

EnvVarField.check = envVarProblem;

interface SourceProps extends Pick<EnvVarFieldProps, "isReadOnly" | "placeholder" | "isLong" | "isOpen"> {
  name: string;
  source: Exclude<EnvVar, { kind: "other" }>;
  set: (source: EnvVar) => void;
  isWrong: boolean;
}

function Source({ name, source, set, isReadOnly, placeholder, isLong, isOpen, isWrong }: SourceProps) {
  if (source.kind === "static") {
    const type = (value = "") => set({ kind: "static", value });
    return (
      <SecretLine
        control={{ "aria-label": name, "aria-invalid": isWrong }}
        value={source.value === "" ? undefined : source.value}
        onChange={type}
        isReadOnly={isReadOnly}
        placeholder={placeholder}
        isLong={isLong}
        isOpen={isOpen}
      />
    );
  }
  const what = source.kind === "secret" ? "Secret" : "ConfigMap";
  return (
    <div className="flex gap-1.5">
      {(["name", "key"] as const).map((part) => (
        <input
          key={part}
          aria-label={`${name}: ${part} ${part === "name" ? "of" : "in"} the ${what}`}
          aria-invalid={isWrong && source[part].trim() === ""}
          value={source[part]}
          placeholder={part === "name" ? `${what} name` : "Key"}
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ ...source, [part]: event.target.value })}
          className={`${lineLook} font-mono`}
        />
      ))}
    </div>
  );
}
