// Conversion between values and YAML. Import it lazily, since the parser is large.
export { emptyValueFor } from "./findings.ts";
export { isSameData } from "./same-data.ts";
export { readSource } from "./source.ts";
export { printValue, withValue } from "./with-value.ts";
