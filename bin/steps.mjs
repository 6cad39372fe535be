// Shows the progress of the start: one line per step with its current detail and duration. On a terminal the line is
// updated while the step runs; in a log it is written once, when the step ends.
import process from "node:process";

/**
 * The environment variable with the time when the starter began, so that the server can print the duration of the whole
 * start.
 */
export const STARTED_AT = "QUARTERDECK_STARTED_AT";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const NAME_WIDTH = 9;

/**
 * @typedef {object} Step
 * @property {(text: string) => void} detail Sets the current detail; the last one stays on the finished line.
 */

/**
 * @typedef {object} Steps
 * @property {<T>(name: string, work: (step: Step) => Promise<T> | T) => Promise<T>} run
 *   Shows the step while `work` runs. A failure marks the line and is rethrown, so that the caller prints the message.
 * @property {(text: string) => void} note A line between steps.
 * @property {() => string} total Time since the starter began, such as `4.2 s`.
 */

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * @param {{ stream?: NodeJS.WriteStream | (NodeJS.WritableStream & { isTTY?: boolean, columns?: number }) }} [options]
 * @returns {Steps}
 */
export function createSteps({ stream = process.stdout } = {}) {
  const live = stream.isTTY === true && process.env["TERM"] !== "dumb";
  const paint = (/** @type {number} */ colour, /** @type {string} */ text) =>
    live && !process.env["NO_COLOR"] ? `\u001b[${colour}m${text}\u001b[0m` : text;
  const inherited = Number(process.env[STARTED_AT]);
  const startedAt = inherited > 0 && inherited <= Date.now() ? inherited : Date.now();

  return {
    note: (text) => void stream.write(`  ${text}\n`),
    total: () => seconds(Date.now() - startedAt),
    async run(name, work) {
      const stepStart = performance.now();
      let doing = "";
      let frame = 0;
      const line = (/** @type {string} */ mark) => {
        const room = Math.max(10, (stream.columns || 80) - NAME_WIDTH - 16);
        const shown = live && doing.length > room ? `${doing.slice(0, room - 1)}…` : doing;
        const time = seconds(performance.now() - stepStart).padStart(7);
        return `${mark} ${name.padEnd(NAME_WIDTH)} ${time}${shown && `  ${paint(2, shown)}`}`;
      };
      const draw = () => stream.write(`\r\u001b[2K${line(paint(36, FRAMES[frame++ % FRAMES.length] ?? ""))}`);
      const finish = (/** @type {string} */ mark) => stream.write(`${live ? "\r\u001b[2K" : ""}${line(mark)}\n`);
      const timer = live ? setInterval(draw, 80) : undefined;
      timer?.unref();
      try {
        if (live) draw();
        const result = await work({ detail: (text) => void (doing = text) });
        clearInterval(timer);
        finish(paint(32, "✓"));
        return result;
      } catch (error) {
        clearInterval(timer);
        finish(paint(31, "✗"));
        throw error;
      }
    },
  };
}
