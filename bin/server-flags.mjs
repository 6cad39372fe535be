// How Node is told to run the server.
import process from "node:process";

/**
 * The server stays: V8 left alone takes memory by the size of the machine and hands little of it back. A young
 * generation of 16 MB was 9 MB more at rest and not faster, four threads for its collector 5 MB more than two. `gc` is for
 * what a start leaves behind (main/server.ts).
 * What Node compiled is kept by the flags that it was compiled with (compile.mjs).
 * Whoever sets these himself in NODE_OPTIONS is left alone.
 */
export const serverFlags = () =>
  /space-size/.test(process.env["NODE_OPTIONS"] ?? "")
    ? []
    : ["--max-semi-space-size=8", "--max-old-space-size=1024", "--v8-pool-size=2", "--expose-gc"];
