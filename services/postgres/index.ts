export { lockDirectory } from "./lock";
export { claimForMachine } from "./machine-claim";
export { openDatabase } from "./open";
export { roles } from "./roles";
export type { EmbeddedDatabase } from "./session";
export { serveSocket, socketPath } from "./socket";
