// The way out that connections take.
import type { System } from "#server/area.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Outbound, Trust } from "#server/outbound/outbound.ts";

export const wayOut = (_system: Pick<System, "env">, _trust: Trust): Outbound => createOutbound();
