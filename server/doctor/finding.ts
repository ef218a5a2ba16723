import type { Finding } from "@domain/administration/health";

/** A finding that needs no action. */
export const ok = (text: string): Finding => ({ kind: "ok", text });
/** A finding that the operator should look at. */
export const warning = (text: string): Finding => ({ kind: "warning", text });
/** A finding that the operator must fix. */
export const problem = (text: string): Finding => ({ kind: "problem", text });

/** Formats a number of bytes in whole megabytes. */
export const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;
