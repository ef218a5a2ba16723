import { readFile, realpath, statfs } from "node:fs/promises";

/** File systems of other machines, by their magic number on Linux (statfs(2)). */
const networkFileSystems = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
  [0x0bd00bd0, "Lustre"],
  [0x01161970, "GFS2"],
  [0x7461636f, "OCFS2"],
]);

/** The magic number of every FUSE file system, local or remote. */
const program = 0x65735546;

/**
 * FUSE programs whose files are on another machine. Others share the number: the root of containers
 * without privileges (fuse-overlayfs), encrypted and foreign disks, and the folders that a host
 * shares with a virtual machine (virtiofs).
 */
// prettier-ignore
const networkPrograms = new Set([
  "sshfs", "s3fs", "mount-s3", "goofys", "geesefs", "gcsfuse", "blobfuse", "blobfuse2",
  "rclone", "davfs", "curlftpfs", "glusterfs", "ceph-fuse", "juicefs", "seaweedfs",
  "mfs", "lizardfs", "saunafs", "beegfs", "gvfsd-fuse",
]);

export interface FileSystemOptions {
  /** The magic number of a directory's file system. */
  typeOf?: (directory: string) => Promise<number>;
  /** What is mounted where, as Linux lists it (/proc/self/mountinfo). */
  mounts?: () => Promise<string>;
}

/**
 * The name of the network file system that holds a directory; undefined for a local one, or if
 * unknown.
 */
export async function networkFileSystem(
  directory: string,
  {
    typeOf = async (path) => (await statfs(path)).type,
    mounts = () => readFile("/proc/self/mountinfo", "utf8"),
  }: FileSystemOptions = {},
): Promise<string | undefined> {
  const type = await typeOf(directory).catch(() => 0);
  if (type !== program) return networkFileSystems.get(type);
  const name = nameIn(await mounts().catch(() => ""), await realpath(directory));
  return name && networkPrograms.has(name) ? name : undefined;
}

/**
 * The program behind the mount that contains a path: the longest mount point, and of two at one
 * path the later, which hides the other.
 */
function nameIn(mounts: string, path: string): string | undefined {
  let found: { place: string; type: string } | undefined;
  for (const line of mounts.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const place = unescaped(before.split(" ")[4] ?? "");
    const holds = place !== "" && (path === place || path.startsWith(place.replace(/\/?$/, "/")));
    if (!holds || place.length < (found?.place.length ?? 0)) continue;
    found = { place, type: after.split(" ")[0] ?? "" };
  }
  return found?.type.replace(/^fuse\./, "");
}

/** Linux writes spaces and the like as \040. */
const unescaped = (place: string) =>
  place.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
