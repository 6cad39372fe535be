import { byteSize } from "#language/bytes.ts";

interface BytesProps {
  value: number;
}

/** A size; its unit is lighter than its figure. */
export function Bytes({ value }: BytesProps) {
  const { figure, unit } = byteSize(value);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {figure} <span className="text-muted">{unit}</span>
    </span>
  );
}
