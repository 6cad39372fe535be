// What a value is as YAML and back, for whoever has both. Only ever imported lazily: the parser is large.
export { nothingFor } from "./findings.ts";
export { isSameData } from "./same-data.ts";
export { readSource } from "./source.ts";
export { printValue, withValue } from "./with-value.ts";
