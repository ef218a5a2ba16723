export { lockDirectory } from "./lock";
export { claimForMachine } from "./machine-claim";
export { networkFileSystem } from "./network-file-system";
export { openDatabase } from "./open";
export { publicGrants, roles } from "./roles";
export type { EmbeddedDatabase } from "./embedded-database";
export { serveSocket, socketPath } from "./socket";
