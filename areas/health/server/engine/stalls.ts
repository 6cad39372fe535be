// When this process itself stood still: stopped, put to sleep with its machine, or too busy to look. Whatever was waited for
// meanwhile came too late for a reason that is ours.
export interface Stall {
  from: number;
  to: number;
}

export interface Stalls {
  /** The longest stall since then, when there was one. */
  since(moment: number): Stall | undefined;
  stop(): void;
}

const lookEveryMs = 200;
export const noticeableMs = 1_000;
const rememberedMs = 60 * 60_000;

export function watchStalls({ now = Date.now, elapsed = () => performance.now() } = {}): Stalls & { look(): void } {
  let stalls: Stall[] = [];
  let last = { now: now(), elapsed: elapsed() };

  /** A machine that sleeps stops one clock, one that is set stops neither; both have to be asked. */
  function look(): void {
    const present = { now: now(), elapsed: elapsed() };
    const missed = Math.max(present.now - last.now, present.elapsed - last.elapsed) - lookEveryMs;
    if (missed >= noticeableMs) {
      stalls = stalls.filter(({ to }) => to > present.now - rememberedMs);
      stalls.push({ from: present.now - missed, to: present.now });
    }
    last = present;
  }
  const timer = setInterval(look, lookEveryMs).unref();

  return {
    look,
    since(moment) {
      // The timer may come after whoever asks.
      look();
      return stalls.filter(({ to }) => to >= moment).toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
    },
    stop: () => clearInterval(timer),
  };
}
