// Reads file systems backed by a device or a remote machine. A file system that is mounted several times is one item.
import { printBytes } from "#lib/text/bytes.ts";
import type { Property } from "#language/columns.ts";
import type { Scraped } from "../../scrape/found.ts";
import type { Machine, Space } from "./machine.ts";
import { coarse, onHost, percent } from "./on-host.ts";

interface Mount {
  device: string;
  path: string;
  fileSystem: string;
  options: readonly string[];
}

const local = new Set(
  "apfs bcachefs btrfs exfat ext2 ext3 ext4 f2fs jfs ntfs ntfs3 overlay reiserfs vfat xfs zfs".split(" "),
);
/**
 * The size of these file systems is not read, because the call can block forever if the remote machine is unreachable.
 */
const remote = new Set("9p afs ceph cifs fuse.glusterfs fuse.sshfs lustre nfs nfs4 smb3 smbfs virtiofs".split(" "));

export async function* diskItems(machine: Machine): AsyncGenerator<Scraped> {
  for (const mount of await mountsOf(machine)) {
    const space = local.has(mount.fileSystem) ? await machine.space(mount.path) : undefined;
    // A file system with size 0 stores no data, so it is skipped.
    if (space?.total === 0) continue;
    yield onHost(machine, {
      id: `disk${mount.path}`,
      type: "System::Disk",
      name: mount.path,
      document: {
        device: mount.device,
        mountPoint: mount.path,
        fileSystem: mount.fileSystem,
        readOnly: mount.options.includes("ro"),
        ...(space && { size: printBytes(space.total) }),
      },
      ...judged(mount, space),
    });
  }
}

function judged({ options }: Mount, space: Space | undefined): Pick<Scraped, "status" | "health" | "properties"> {
  if (!space) return { status: "Mounted", health: "unknown" };
  const used = percent(space.used, space.used + space.available);
  const files = percent(space.usedFiles, space.files);
  const properties: Property[] = [
    { name: "used", label: "Used", value: used, unit: "percent" },
    { name: "free", label: "Free", value: coarse(space.available), unit: "bytes" },
    ...(files > 0 ? [{ name: "files-used", label: "Inodes used", value: files, unit: "percent" }] : []),
  ];
  // A read-only file system cannot fill up.
  if (options.includes("ro")) return { status: "Read-only", health: "healthy", properties };
  const usage = Math.max(used, files);
  if (usage >= 95) return { status: "Full soon", health: "unhealthy", properties };
  if (usage >= 80) return { status: "Filling up", health: "warning", properties };
  return { status: "OK", health: "healthy", properties };
}

async function mountsOf(machine: Machine): Promise<Mount[]> {
  const text = (await machine.read("/proc/self/mounts")) ?? (await machine.read("/proc/mounts")) ?? "";
  const all = text.split("\n").flatMap((line): Mount[] => {
    const [device, path, fileSystem, options] = line.split(" ").map(unescaped);
    if (!device || !path || !fileSystem) return [];
    if (!local.has(fileSystem) && !remote.has(fileSystem)) return [];
    return [{ device, path, fileSystem, options: (options ?? "").split(",") }];
  });
  const byDevice = Map.groupBy(all, ({ device, fileSystem }) => (fileSystem === "overlay" ? "overlay" : device));
  const mounts: Mount[] = [];
  for (const same of byDevice.values()) {
    // Containers mount single files of a disk, and folders of a disk that is also mounted elsewhere.
    const sorted = same.toSorted((a, b) => a.path.length - b.path.length);
    for (const mount of sorted)
      if (await machine.isFolder(mount.path)) {
        mounts.push(mount);
        break;
      }
  }
  return mounts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A space in a path is written as \040. */
const unescaped = (text: string) =>
  text.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
