import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";

/**
 * The label of a type without its provider: `EC2 Instance` for `AWS::EC2::Instance`. A type of one word is its own
 * label.
 */
export function typeLabel(type: string): string {
  const at = type.indexOf("::");
  return at < 0 ? type : type.slice(at + 2).replaceAll("::", " ");
}

/** The provider of a type: `AWS` for `AWS::EC2::Instance`. */
export const providerOf = (type: string): string => type.split("::", 1)[0]!;

/** The icon of a type, else of its provider. A box is shown while it loads, and for unknown types. */
export const ConfigTypeIcon = ({ type }: { type: string }) => (
  <AnyIcon name={type} fallback="box" className="text-muted" />
);

/** The label of a type, with the full type as its tooltip. */
export const ConfigType = ({ type }: { type: string }) => (
  <span title={type} className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <ConfigTypeIcon type={type} />
    <Truncated text={typeLabel(type)} cut="end" />
  </span>
);
