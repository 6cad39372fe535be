// YAML, for whoever reads or writes some.
import { onDemand } from "./on-demand.ts";

export const yaml = onDemand<typeof import("yaml")>("yaml");
