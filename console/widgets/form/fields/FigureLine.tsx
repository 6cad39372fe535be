import type { ComponentProps } from "react";
import { lineLook } from "../control-look.ts";

interface FigureLineProps extends Omit<ComponentProps<"input">, "onChange" | "type"> {
  onType: (text: string) => void;
  /** Shown after the number: "m", "ms", "days". */
  unit?: string | undefined;
}

/** A number input. It accepts every character, so that invalid input gets an error message instead of being ignored. */
export const FigureLine = ({ onType, unit, ...rest }: FigureLineProps) => (
  <div className="relative min-w-0 flex-1">
    <input
      inputMode="decimal"
      {...rest}
      type="text"
      autoComplete="off"
      onChange={({ target }) => onType(target.value)}
      className={`${lineLook} tabular-nums ${unit === undefined ? "" : unit.length > 2 ? "pr-14" : "pr-8"}`}
    />
    {unit !== undefined && (
      <span aria-hidden className="pointer-events-none absolute top-1.5 right-2.5 text-muted">
        {unit}
      </span>
    )}
  </div>
);
