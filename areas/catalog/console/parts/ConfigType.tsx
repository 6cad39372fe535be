import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { typeLabel } from "./config-type.ts";

/** The drawing of a type: of the very kind where there is one, else of who provides it. A box, which the unknown keep, until it is here. */
export const ConfigTypeIcon = ({ type }: { type: string }) => (
  <AnyIcon name={type} fallback="box" className="text-muted" />
);

/** A type as people call it, whole on hover. */
export const ConfigType = ({ type }: { type: string }) => (
  <span title={type} className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <ConfigTypeIcon type={type} />
    <Truncated text={typeLabel(type)} cut="end" />
  </span>
);
