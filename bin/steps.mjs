// What the operator sees while Quarterdeck gets ready: one line per step, with what it is doing and how long it took.
// On a terminal the line lives while the step runs; in a log there is one line when it is over.
import process from "node:process";

/** The starter tells its children when it began, so that the last of them can say how long the whole start took. */
export const STARTED_AT = "QUARTERDECK_STARTED_AT";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const NAME_WIDTH = 9;

/**
 * @typedef {object} Step
 * @property {(text: string) => void} detail What the step is doing now; the last detail stays on the finished line.
 */

/**
 * @typedef {object} Steps
 * @property {<T>(name: string, work: (step: Step) => Promise<T> | T) => Promise<T>} run
 *   Shows the step while `work` runs. A failure marks the line and is thrown on: whoever started says the sentence.
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
  const given = Number(process.env[STARTED_AT]);
  const startedAt = given > 0 && given <= Date.now() ? given : Date.now();

  return {
    note: (text) => void stream.write(`  ${text}\n`),
    total: () => seconds(Date.now() - startedAt),
    async run(name, work) {
      const begun = performance.now();
      let doing = "";
      let frame = 0;
      const line = (/** @type {string} */ mark) => {
        const room = Math.max(10, (stream.columns || 80) - NAME_WIDTH - 16);
        const shown = live && doing.length > room ? `${doing.slice(0, room - 1)}…` : doing;
        const time = seconds(performance.now() - begun).padStart(7);
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
