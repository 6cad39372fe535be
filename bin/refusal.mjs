import process from "node:process";

/**
 * An expected failure of a command. Its message is complete for the operator, so it is printed without a stack trace.
 */
export class Refusal extends Error {
  /** @param {string} message @param {{ code?: number, cause?: unknown }} [options] */
  constructor(message, { code = 1, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Refusal";
    this.code = code;
  }
}

/** @param {unknown} error @returns {string} */
export const sentence = (error) => {
  if (error instanceof Refusal) return error.message;
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (
    error instanceof Error ? error : new Error(String(error))
  );
  const where = path ? ` ${path}` : "";
  if (code === "ENOSPC") return `The disk is full:${where} could not be written. Free some space and start again.`;
  if (code === "EROFS") return `The file system is read-only:${where} could not be written.`;
  if (code === "EACCES" || code === "EPERM") return `No permission for${where}. Run as the owner of this directory.`;
  return message;
};

/**
 * Runs a command's body and turns its end into the process's exit code.
 * @param {() => Promise<number>} body
 */
export async function conclude(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    process.stderr.write(`\n${sentence(error)}\n`);
    process.exitCode = error instanceof Refusal ? error.code : 1;
  }
}
