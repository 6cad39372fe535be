// Decides when to stop. One Ctrl-C may arrive several times: the terminal sends it to the whole process group, and both
// npm and the starter forward it. Signals within a second count as one; a later signal forces an immediate stop.

const TOGETHER_MS = 1_000;

export interface StopSignals {
  /** Starts a graceful stop; called once. */
  stop: (reason: string) => void;
  /** Stops immediately; called for a later signal. */
  force: (reason: string) => void;
}

export function onStopSignals({ stop, force }: StopSignals): void {
  let requestedAt: number | undefined;
  const request = (reason: string) => {
    if (requestedAt === undefined) {
      requestedAt = performance.now();
      stop(reason);
    } else if (performance.now() - requestedAt > TOGETHER_MS) force(reason);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => request(signal));
  // The starter holds the other end of this channel. Without the starter we would not receive forwarded signals.
  if (process.connected) process.once("disconnect", () => request("the starter has exited"));
}
