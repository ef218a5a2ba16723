export type { Author } from "./access/authors";
export type { Document } from "./document";
export { MutationFailure } from "./errors";
export { checkAttributes } from "./limits";
export { createLake, type Lake, type LakeOptions } from "./lake";
export { optimizer } from "./query/optimizer";
export { strengthened } from "./writing/references";
export type { Store } from "./store";
export type { Transaction } from "./writing/transaction";
