/**
 * A listener's request to the lake: the arguments of `client.listen`, with the options in wire
 * format.
 */
export interface ListenRequest {
  query: string;
  params: Record<string, unknown>;
  options: Record<string, unknown>;
}

/** An event as `client.listen` emits it: `welcome`, `mutation` (fields inline), `reconnect`, … */
export interface ListenerEvent {
  type: string;
}

/** The change of one document; a transaction has an event for each that it changed. */
export interface MutationEvent extends ListenerEvent {
  transactionId: string;
  transactionTotalEvents: number;
}
