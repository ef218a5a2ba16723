import { resolve } from "node:path";

/** A path as its user typed it: npm runs a command in the directory of the package. */
export const namedByUser = (path: string): string => resolve(process.env.INIT_CWD ?? ".", path);
