// Conversion between values and YAML. Import it lazily, since the parser is large.
export { emptyValueFor } from "./findings.ts";
export { readSource } from "./source.ts";
export { isSameData, printValue, withValue } from "./with-value.ts";
