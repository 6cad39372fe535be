import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isDependedOn, type Parameter } from "../../parameter.ts";
import { fieldProblem, shownValue, valuesToSend, type TypedValues } from "./form-values.ts";
import { ParameterField } from "./ParameterField.tsx";

export interface ParameterFormProps {
  /** The parameters, with rendered defaults and properties. */
  parameters: readonly Parameter[];
  typed: TypedValues;
  onChange: (typed: TypedValues) => void;
  /** Refetches the parameters after a value changed that other parameters depend on. */
  onDependency?: ((values: Readonly<Record<string, string>>) => void) | undefined;
  /** Problems that the server reported, by parameter name. Each is shown until the value changes. */
  problems?: Readonly<Record<string, string>> | undefined;
  /** Also shows the problems of fields that were not visited yet, after a failed submit. */
  showsAll?: boolean | undefined;
  isReadOnly?: boolean | undefined;
}

/** The fields of a playbook's parameters, in order. A problem is shown after its field loses the focus. */
export function ParameterForm({
  parameters,
  typed,
  onChange,
  onDependency,
  problems = {},
  showsAll = false,
  isReadOnly,
}: ParameterFormProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useDependencies(parameters, typed, onDependency);
  return (
    <div className="flex flex-col gap-4">
      {parameters.map((parameter) => {
        const { name } = parameter;
        const own = showsAll || left.has(name) ? fieldProblem(parameter, typed) : undefined;
        return (
          <ParameterField
            // A parameter whose type has changed gets a new field.
            key={`${name} ${parameter.type ?? "text"}`}
            parameter={parameter}
            value={shownValue(parameter, typed)}
            error={own ?? problems[name]}
            isReadOnly={isReadOnly}
            onChange={(value) => onChange({ ...typed, [name]: value })}
            onBlur={() => setLeft((before) => (before.has(name) ? before : new Set([...before, name])))}
          />
        );
      })}
    </div>
  );
}

/** The pause in typing before the parameters are fetched again. */
const DEPENDENCY_DELAY_MS = 300;

function useDependencies(
  parameters: readonly Parameter[],
  typed: TypedValues,
  onDependency: ParameterFormProps["onDependency"],
): void {
  // Only values that a person changed trigger a fetch; new defaults do not.
  const key = JSON.stringify(
    parameters.filter(({ name }) => isDependedOn(parameters, name)).map(({ name }) => [name, typed[name] ?? null]),
  );
  const fetched = useRef(key);
  const fetchAgain = useEffectEvent(() => {
    fetched.current = key;
    onDependency?.(valuesToSend(parameters, typed));
  });
  useEffect(() => {
    if (key === fetched.current) return undefined;
    const timer = setTimeout(fetchAgain, DEPENDENCY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
