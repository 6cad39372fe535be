// The flags with which Node runs the server.
import process from "node:process";

/**
 * Limits the memory of V8: its default heap size depends on the machine's memory, and V8 returns little of it.
 * Measured: a young generation of 16 MB took 9 MB more when idle and was not faster, and four garbage collector threads
 * took 5 MB more than two. `gc` is used to free memory after the start (main/server.ts). The compile cache depends on
 * these flags (compile.mjs). A NODE_OPTIONS with memory limits replaces them.
 */
export const serverFlags = () =>
  /space-size/.test(process.env["NODE_OPTIONS"] ?? "")
    ? []
    : ["--max-semi-space-size=8", "--max-old-space-size=1024", "--v8-pool-size=2", "--expose-gc"];
