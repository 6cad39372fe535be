import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { RUNTIME } from "./place.mjs";

/** The folder of Node's compile cache; undefined if it is not writable. */
export function compileCache() {
  const configured = process.env["NODE_COMPILE_CACHE"];
  if (configured) return configured;
  const place = join(RUNTIME, "compiled");
  try {
    accessSync(existsSync(place) ? place : existsSync(RUNTIME) ? RUNTIME : dirname(RUNTIME), constants.W_OK);
    return place;
  } catch {
    return undefined;
  }
}
