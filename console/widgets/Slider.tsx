import type { CSSProperties } from "react";

interface SliderProps {
  /** The id of the slider, which the label refers to. */
  id: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

const track = "[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full";
const thumb =
  "[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent";
const filled =
  "[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--accent)_var(--filled),var(--line-strong)_var(--filled))]";
// Firefox uses its own pseudo-elements.
const firefox =
  "[&::-moz-range-progress]:h-1 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-accent [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent [&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong";

/** A number within a range, set by pointer or arrow keys. */
export function Slider({ id, value, min, max, step, onChange }: SliderProps) {
  const filledTo = { "--filled": `${(100 * (value - min)) / (max - min)}%` } as CSSProperties;
  return (
    <input
      id={id}
      type="range"
      value={value}
      {...{ min, max, step }}
      onChange={({ target }) => onChange(target.valueAsNumber)}
      style={filledTo}
      className={`h-6 w-full cursor-pointer appearance-none rounded-full bg-transparent ${track} ${thumb} ${filled} ${firefox}`}
    />
  );
}
