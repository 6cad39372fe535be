// The areas of the console, one line each.
import type { ConsoleArea } from "#console/shell/area.ts";
import { identity } from "../areas/identity/console/index.tsx";
import { jobs } from "../areas/jobs/console/index.tsx";
import { system } from "../areas/system/console/index.tsx";

export const areas: readonly ConsoleArea[] = [identity, jobs, system];
