import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeBytes } from "../disk-space";

/** A separate file system, which can be filled without harm to the machine's. */
export interface SmallDisk {
  directory: string;
  /** Fills it until this many bytes are free. */
  fillUpTo(free: number): void;
  /** Makes empty files until this many inodes are free. */
  useInodesUpTo(free: number): void;
  /** Takes away what filled it. */
  empty(): void;
  remove(): Promise<void>;
}

/** Mounts a small disk; null where that is not allowed: it takes a root with the right to mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const directory = await mkdtemp(join(tmpdir(), "disk-"));
  try {
    const size = `size=${megabytes}m,nr_inodes=20000`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", directory], { stdio: "ignore" });
  } catch {
    await rm(directory, { recursive: true });
    return null;
  }
  const ballast = join(directory, "ballast");
  const emptyFiles = join(directory, "empty-files");
  return {
    directory,
    fillUpTo(free) {
      const file = openSync(ballast, "a");
      try {
        for (;;) {
          const more = Math.min(1_000_000, freeBytes(directory) - free);
          if (more <= 0) break;
          writeSync(file, Buffer.alloc(more));
        }
      } finally {
        closeSync(file);
      }
    },
    useInodesUpTo(free) {
      mkdirSync(emptyFiles, { recursive: true });
      for (let { ffree } = statfsSync(directory); ffree > free; ffree -= 1)
        closeSync(openSync(join(emptyFiles, String(ffree)), "w"));
    },
    empty() {
      rmSync(ballast, { force: true });
      rmSync(emptyFiles, { recursive: true, force: true });
    },
    async remove() {
      execFileSync("umount", ["--lazy", directory]);
      await rm(directory, { recursive: true });
    },
  };
}
