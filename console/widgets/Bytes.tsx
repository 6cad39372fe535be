import { byteSize } from "#lib/text/bytes.ts";

interface BytesProps {
  value: number;
}

/** A size in bytes; the unit is lighter than the number. */
export function Bytes({ value }: BytesProps) {
  const { figure, unit } = byteSize(value);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {figure} <span className="text-muted">{unit}</span>
    </span>
  );
}
