import type { HistoryTurns } from "../../history/history-turns";
import type { Listeners } from "../../listen/listeners";
import type { EventStreams } from "../../listen/sse";
import type { Live } from "../../live";
import type { QueryContext } from "../../query/evaluate";
import type { Queries } from "../../query/queries";
import type { Store } from "../../store";
import type { LakeContext } from "../environment";
import type { UnsentResponses } from "../unsent-responses";

/** Dependencies of the routes under `/data`. */
export interface DataServices {
  store: Store;
  queries: Queries;
  historyTurns: HistoryTurns;
  listeners: Listeners;
  live: Live;
  streams: EventStreams;
  unsent: UnsentResponses;
  projectId: string;
  dataset: string;
  /** Types of documents that only administrators publish. */
  administratorsPublish: readonly string[];
}

/** What the functions of a query return about its requester and the project. */
export const queryContext = (
  { projectId, dataset }: DataServices,
  context: LakeContext,
): QueryContext => ({ identity: context.get("identity").id, projectId, dataset });
