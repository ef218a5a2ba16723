import { tooManyRequests } from "../errors";
import { limits } from "../limits";
import { bounded, type QueryContext, QueryTimeout } from "../query/evaluate";
import { wasStarved } from "../query/retry-starved";
import type { InlineTime } from "../query/inline-time";
import type { InlineTurns } from "../query/inline-turns";
import type { Parameters } from "../query/parse";
import { type Filter, parseFilter } from "./filter";

export interface ListenRequest {
  query: string;
  params: Parameters;
  /** The id of the user who listens. */
  identity: string;
}

/**
 * Tries of one query, while each is short of the processor: the Studio's own listeners ended on a
 * busy machine.
 */
const maxTries = 3;

/**
 * Parses the queries of listeners. Small texts can be written that take seconds to parse, and one
 * user's stopped the backend.
 */
export class FilterParser {
  readonly #context: Omit<QueryContext, "identity">;
  readonly #wasStarved: typeof wasStarved;
  readonly #time: InlineTime;
  readonly #turns: InlineTurns;

  /** @param isStarved whether a query that was aborted got little of its time */
  constructor(
    context: Omit<QueryContext, "identity">,
    { time, turns }: { time: InlineTime; turns: InlineTurns },
    isStarved = wasStarved,
  ) {
    this.#context = context;
    this.#wasStarved = isStarved;
    this.#time = time;
    this.#turns = turns;
  }

  /**
   * @throws LakeError 400 when the query is malformed, is not a filter of `*` or takes too long;
   *   429 when this user's have taken too long together
   */
  async parse(request: ListenRequest): Promise<Filter> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#turns.run(request.identity, () => this.#try(request));
      } catch (error) {
        if (!(error instanceof QueryTimeout)) throw error;
        const isLast = tries === maxTries || this.#time.secondsUntilAllowed(request.identity) > 0;
        if (isLast || !(await this.#wasStarved(error))) throw error;
      }
    }
  }

  #try({ query, params, identity }: ListenRequest): Filter {
    const seconds = this.#time.secondsUntilAllowed(identity);
    if (seconds > 0) throw tooManyRequests("Your listeners' queries took too long", seconds);
    const context = { ...this.#context, identity };
    return this.#time.spend(identity, limits.inlineQuery, () =>
      bounded(query, limits.inlineQuery, () => parseFilter(query, params, context)),
    );
  }
}
