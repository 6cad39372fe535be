import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { RUNTIME } from "./place.mjs";

/** Where Node keeps compiled code between starts; undefined where it cannot. */
export function compileCache() {
  const given = process.env["NODE_COMPILE_CACHE"];
  if (given) return given;
  const place = join(RUNTIME, "compiled");
  try {
    accessSync(existsSync(place) ? place : existsSync(RUNTIME) ? RUNTIME : dirname(RUNTIME), constants.W_OK);
    return place;
  } catch {
    return undefined;
  }
}
