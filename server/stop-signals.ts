// When to stop. One Ctrl-C may arrive several times: the terminal sends it to the whole group, npm passes it on, and so
// does the starter. Signals that come together are one wish; a later one means "now".

const TOGETHER_MS = 1_000;

export interface StopSignals {
  /** An orderly end; called once. */
  stop: (reason: string) => void;
  /** Somebody asked again, because the orderly end takes too long. */
  force: (reason: string) => void;
}

export function onStopSignals({ stop, force }: StopSignals): void {
  let askedAt: number | undefined;
  const ask = (reason: string) => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      stop(reason);
    } else if (performance.now() - askedAt > TOGETHER_MS) force(reason);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ask(signal));
  // The starter holds the other end of this channel; without it nobody would pass on a signal to us.
  if (process.connected) process.once("disconnect", () => ask("the starter is gone"));
}
