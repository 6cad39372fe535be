import { Switch } from "#console/widgets/Switch.tsx";
import { InlineCode } from "#console/widgets/text/InlineCode.tsx";
import { afterPress } from "../after-press.ts";
import type { FieldProps } from "../Field.tsx";

/** A switch. While the value is not set, it shows the fallback. */
export function SwitchField({
  value,
  onChange,
  isReadOnly,
  label,
  help,
  error,
  onBlur,
  fallback = false,
}: FieldProps<boolean> & { fallback?: boolean | undefined }) {
  return (
    <div data-field onBlur={onBlur && (() => afterPress(onBlur))}>
      <Switch
        isOn={typeof value === "boolean" ? value : fallback}
        onChange={onChange}
        label={<span className="font-medium">{label}</span>}
        {...(help !== undefined && { hint: typeof help === "string" ? <InlineCode text={help} /> : help })}
        isDisabled={isReadOnly ?? false}
      />
      {error !== undefined && <p className="mt-1 text-unhealthy-text">{error}</p>}
    </div>
  );
}
