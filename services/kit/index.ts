export { runTasks } from "./run-tasks";
export { parseDatabaseUrl } from "./database-url";
export {
  DiskSpace,
  endlessSpace,
  floors,
  freeBytes,
  hasFewInodes,
  noSpace,
  withFloor,
} from "./disk-space";
export { matchesETag, matchingETag } from "./etag";
export { FairQueue } from "./fair-queue";
export { FairSlots } from "./fair-slots";
export {
  type Allowance,
  allowancesOf,
  endSiteOf,
  neighborhoodOf,
  networkOf,
  networksOfEndSite,
  plainAddress,
} from "./ip-networks";
export { fetchWithin } from "./fetch-within";
export { maxScans, scansOf } from "./jpeg-scans";
export { Mutex } from "./mutex";
export { maxPngChunks, pngChunks, withoutPngExtras } from "./png-chunks";
export { garbageCollectionTime, processorTime } from "./processor-time";
export { readBytesWithin } from "./read-bytes-within";
export { currentRequester, onBehalfOf } from "./requester";
export { RoundRobin } from "./round-robin";
export { safeEqual } from "./safe-equal";
export { hashSecretKey, makeSecretKey } from "./secret-key";
export { SingleFlight } from "./single-flight";
export { type TaskLimits, TaskProcesses, TaskProcessEnd, TaskRefusal } from "./task-processes";
export { type Share, TokenBuckets } from "./token-buckets";
export { ComputationTimeout, withinTime } from "./within-time";
