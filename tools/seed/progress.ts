// Shows a progress bar per table while rows are loaded, and one line per table afterwards.
import type { SeedProgress } from "./seed.ts";

const width = 24;
const whole = (number: number) => Math.round(number).toLocaleString("en");

export function barsOn(stream: NodeJS.WriteStream): SeedProgress & { stop(): void } {
  const live = stream.isTTY;
  let name = "";
  let expected = 0;
  let came = 0;
  let startedAt = 0;
  let step = "";
  const rate = () => `${whole((came / Math.max(1, performance.now() - startedAt)) * 1000)} rows/s`;
  const draw = () => {
    if (name === "" && step === "") return;
    const filled = Math.min(width, Math.round((came / Math.max(1, expected)) * width));
    const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
    const percent = `${Math.min(100, Math.floor((came / Math.max(1, expected)) * 100))} %`.padStart(5);
    stream.write(`\r\u001b[2K${name === "" ? `  ${step}` : `  ${name.padEnd(32)} ${bar} ${percent}  ${rate()}`}`);
  };
  const timer = live ? setInterval(draw, 100) : undefined;
  timer?.unref();
  const clear = () => live && stream.write("\r\u001b[2K");
  return {
    table(table, count) {
      clear();
      [name, expected, came, startedAt, step] = [table, count, 0, performance.now(), ""];
    },
    rows: (count) => void (came += count),
    done() {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      clear();
      stream.write(
        `  ${name.padEnd(32)} ${whole(came).padStart(10)} rows ${seconds.padStart(7)} s  ${rate().padStart(16)}\n`,
      );
      name = "";
    },
    step(what) {
      clear();
      step = what;
    },
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}
