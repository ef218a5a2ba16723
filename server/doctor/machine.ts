import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import type { Finding } from "@domain/administration/health";
import { megabytes, ok, problem, warning } from "./finding";

/** The last day of each release with security fixes (github.com/nodejs/Release). */
const endOfLife = new Map([
  [20, "2026-04-30"],
  [22, "2027-04-30"],
  [24, "2028-04-30"],
  [26, "2029-04-30"],
]);

/** A new database is made by a process of some 650 MB, which ends then. */
const memoryOfFirstStart = 1024 ** 3;

/** Half of what is left above 256 is for connections. */
const enoughFiles = 4_096;

interface Machine {
  /** Such as "24.1.0". */
  node: string;
  /** Bytes that its processes may take. */
  memory: number;
  /** File descriptors that a process may have; undefined if unknown. */
  files: number | undefined;
}

/** Reads the machine, or container, that this process runs on. */
export async function readMachine(): Promise<Machine> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const files = /^Max open files +(\d+)/m.exec(limits)?.[1];
  const limit = process.constrainedMemory() || Infinity;
  return {
    node: process.versions.node,
    memory: Math.min(limit, totalmem()),
    files: files === undefined ? undefined : Number(files),
  };
}

/** @param now the time to judge by */
export function examineMachine({ node, memory, files }: Machine, now: Date): Finding[] {
  return [
    examineNode(node, now),
    memory < memoryOfFirstStart
      ? warning(
          `There are ${megabytes(memory)} of memory. The first start needs ${megabytes(memoryOfFirstStart)}, and a build more: build elsewhere (npm run standalone).`,
        )
      : ok(`${megabytes(memory)} of memory`),
    ...(files !== undefined && files < enoughFiles
      ? [
          warning(
            `A process may open ${files} files, which bounds its connections. Raise the limit to ${enoughFiles} or more (ulimit -n, LimitNOFILE).`,
          ),
        ]
      : []),
  ];
}

function examineNode(node: string, now: Date): Finding {
  const major = Number(node.split(".")[0]);
  const end = endOfLife.get(major);
  if (major % 2 === 1 || (end === undefined && major < 20))
    return problem(`Node ${node} is not a release with long-term support: install Node 24.`);
  if (end !== undefined && now > new Date(`${end}T23:59:59Z`))
    return warning(`Node ${node} has had no security fixes since ${end}: install Node 24.`);
  return ok(`Node ${node}`);
}
