// The processes that descend from a command. A child may leave its process group and clear its environment. If the
// server runs as root, every run has its own group id, which no process can leave (run-group.ts). Otherwise a variable
// in the environment marks the processes and, without /proc, only the process group identifies them.
import { readdir, readFile, stat } from "node:fs/promises";

export interface Family {
  uid: number;
  /** The process group that the command was started in. */
  group: number;
  /** The marking variable as `NAME=value`. */
  mark: string;
  /** The group id that belongs to this run alone. */
  gid: number | undefined;
}

interface Member {
  pid: number;
  /** The private memory of a process, without shared libraries. */
  bytes: number;
}

/**
 * Returns the members that run as the command's account; with `everywhere` also members that changed their account, as
 * sudo does.
 */
async function membersOf(family: Family, { everywhere = false } = {}): Promise<Member[]> {
  const found = await Promise.all(
    (await processesOf(everywhere ? undefined : family.uid)).map(async (pid) => {
      const itsGroup = await groupOf(pid);
      if (itsGroup === undefined) return undefined;
      const status = await read(pid, "status");
      const isMember = itsGroup === family.group || isInRunGroup(status, family) || (await isMarked(pid, family.mark));
      return isMember ? { pid, bytes: heldBytes(status) } : undefined;
    }),
  );
  return found.filter((each) => each !== undefined);
}

/** Compares the real group id, because programs with a set-group-id bit change the effective group id. */
const isInRunGroup = (status: string, { gid }: Family) =>
  gid !== undefined && Number(/^Gid:\s+(\d+)/m.exec(status)?.[1]) === gid;

const isMarked = async (pid: number, mark: string) => (await read(pid, "environ")).split("\0").includes(mark);

const heldBy = async (family: Family): Promise<number> =>
  (await membersOf(family)).reduce((sum, { bytes }) => sum + bytes, 0);

const memoryLookMs = 100;

/**
 * Measures the memory that a family really uses and calls `onTooMuch` once it is more than allowed. A resource limit
 * cannot do this: it counts reserved address space, of which Node reserves 512 MiB for each thread that runs
 * JavaScript. Returns a function that stops the watch.
 */
export function watchMemory(family: Family, maxBytes: number, onTooMuch: () => void): () => void {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  // The next measurement starts after the last measurement has ended, because on a busy machine a measurement can take
  // longer than the interval.
  const look = async () => {
    const bytes = await heldBy(family);
    if (isStopped) return;
    if (bytes > maxBytes) onTooMuch();
    else timer = setTimeout(() => void look(), memoryLookMs);
  };
  timer = setTimeout(() => void look(), memoryLookMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Returns the number of processes and threads of an account, counted in the same way as for its limit. */
export async function countTasks(uid: number): Promise<number> {
  const counts = await Promise.all(
    (await processesOf(uid)).map(async (pid) => (await readdir(`/proc/${pid}/task`).catch(() => [])).length),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function processesOf(uid: number | undefined): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  if (uid === undefined) return pids;
  const owners = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => undefined)));
  return pids.filter((_, index) => owners[index]?.uid === uid);
}

/** Returns an empty string if the process ends during the read. */
const read = (pid: number, what: string) => readFile(`/proc/${pid}/${what}`, "latin1").catch(() => "");

/**
 * Returns the process group; undefined for zombies. The name in brackets may contain any character, so parsing starts
 * after the last bracket.
 */
async function groupOf(pid: number): Promise<number | undefined> {
  const [, state = "Z", , group] = (await read(pid, "stat")).replace(/^.*\)/s, "").split(" ");
  return "ZX".includes(state) ? undefined : Number(group);
}

/** Includes memory that was moved to swap. */
const heldBytes = (status: string) =>
  [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm)].reduce(
    (sum, [, kilobytes]) => sum + Number(kilobytes) * 1024,
    0,
  );

/** Kills all members, including members that started in the meantime. */
async function endFamily(family: Family): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    kill(-family.group);
    const left = (await membersOf(family, { everywhere: true })).map(({ pid }) => pid);
    if (left.length === 0) return;
    for (const pid of left) kill(pid);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The families to kill when the server exits. */
const running = new Set<Family>();
process.on("exit", () => {
  for (const { group } of running) kill(-group);
});

/**
 * Registers the family while `work` runs, then kills the family. With `isAlone`, the command is known to start no other
 * processes, so the code does not search for other processes.
 */
export async function whileRunning<T>(family: Family, work: () => Promise<T>, { isAlone = false } = {}): Promise<T> {
  running.add(family);
  try {
    return await work();
  } finally {
    if (isAlone) kill(-family.group);
    else await endFamily(family);
    running.delete(family);
  }
}

function kill(pid: number): void {
  // The ids 0 and 1 would address the server's own group, and -1 every process.
  if (Math.abs(pid) <= 1) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}
