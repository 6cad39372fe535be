import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { typeLabel } from "./config-type.ts";

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
