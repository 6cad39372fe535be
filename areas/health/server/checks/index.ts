// Every kind of check that can be run here, by its type.
import type { CheckKind } from "../check-kind.ts";
import { http } from "./http.ts";
import { tcp } from "./tcp.ts";

// A kind is handed nothing but a spec that its own schema let pass.
export const checkKinds = [
  // One a line, sorted.
  http,
  tcp,
] as readonly unknown[] as readonly CheckKind[];

const byType = new Map(checkKinds.map((kind) => [kind.type, kind]));

export const kindNamed = (type: string): CheckKind | undefined => byType.get(type);
