import { AsyncLocalStorage } from "node:async_hooks";

const requesters = new AsyncLocalStorage<string>();

/**
 * Calls `work` on behalf of a requester, such as the network of a visitor: what it computes shares
 * the database with others' by that name ({@link currentRequester}).
 */
export const onBehalfOf = <T>(requester: string, work: () => T): T =>
  requesters.run(requester, work);

/** On whose behalf this is called; undefined outside of a request. */
export const currentRequester = (): string | undefined => requesters.getStore();
