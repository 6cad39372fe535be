// Defines a job: an area declares it once, as data and one function, and the engine runs it.
import type { JobDefinition } from "../area.ts";
import type { JobQueue } from "./queue.ts";

export const titleOf = ({ title, name }: Pick<JobQueue, "title" | "name">) => title ?? name;

/** Infers the type of a job's data, and throws if the engine cannot run the definition. */
export function defineJob<Data extends object = Record<string, never>>(job: JobDefinition<Data>): JobDefinition<Data> {
  const { name, concurrency = 1, timeoutSeconds = 1, schedule } = job;
  const reject = (reason: string): never => {
    throw new Error(`the job ${JSON.stringify(name)} ${reason}`);
  };
  if (!/^[A-Za-z][\w.-]*$/.test(name)) reject("has an invalid name: use letters, digits, dots, dashes and underscores");
  if (!Number.isInteger(concurrency) || concurrency < 1) reject("needs a concurrency of 1 or more");
  if (timeoutSeconds < 1 || timeoutSeconds > 86_000) reject("needs a time limit between a second and a day");
  if (schedule && "everySeconds" in schedule && schedule.everySeconds < 1)
    reject("cannot run more often than every second");
  return job;
}
