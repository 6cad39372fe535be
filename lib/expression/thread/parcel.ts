// Packs values for the worker thread and unpacks them there. Structured clone keeps times and bytes, but a duration
// would lose its class, and a header map cannot be cloned.
import { step } from "../budget.ts";
import { headerMap, headerMark, isHeaderMap } from "../header-map.ts";
import { Moment, nanosecondsOf } from "../moment.ts";
import { isMap, Span, type Fields } from "../values.ts";

/** The key that marks a packed duration. No document has such a key. */
const mark = "\0span";
const momentMark = "\0moment";

export function packed(value: unknown): unknown {
  step();
  if (value instanceof Span) return { [mark]: value.ns };
  if (value instanceof Moment) return { [momentMark]: nanosecondsOf(value), zone: value.zone };
  if (typeof value === "function") return undefined;
  if (Array.isArray(value)) return value.map(packed);
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [key, packed(held)]));
  if (!isMap(value)) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([key, held]) => [key, packed(held)]));
  return isHeaderMap(value) ? { [headerMark]: fields } : fields;
}

export function unpacked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpacked);
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [key, unpacked(held)]));
  if (!isMap(value)) return value;
  const span = value[mark];
  if (typeof span === "bigint") return Span.ofNanoseconds(span);
  const moment = value[momentMark];
  if (typeof moment === "bigint") return Moment.ofNanoseconds(moment, value["zone"] as string);
  const headers = value[headerMark];
  if (isMap(headers)) return headerMap(unpacked(headers) as Fields);
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, unpacked(held)]));
}
