// Every kind of scraper, by its type.
import type { ScraperKind } from "../scraper-kind.ts";
import { kubernetes } from "./kubernetes.ts";
import { kubernetesFile } from "./kubernetes-file.ts";
import { system } from "./system.ts";

// A kind is handed nothing but a spec that its own schema let pass.
export const scraperKinds = [
  kubernetes,
  kubernetesFile,
  system,
  // Sorted, a line each.
] as readonly unknown[] as readonly ScraperKind[];

const byType = new Map(scraperKinds.map((kind) => [kind.type, kind]));

export const scraperNamed = (type: string): ScraperKind | undefined => byType.get(type);
