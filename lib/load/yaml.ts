// The YAML library, loaded on first use.
import { onDemand } from "./on-demand.ts";

export const yaml = onDemand<typeof import("yaml")>("yaml");
