import { z } from "zod";
import { type Action, action as shape } from "./action-schema";
import { perform } from "./document-actions";
import { isRecord } from "../document";
import { explain, failedRequest, MutationFailure, httpError } from "../errors";
import { limits } from "../limits";
import { mapInSteps, inTimeSlices } from "../time-slicing";
import type { Store, TransactionRequest } from "../store";

const actionsRequest = z.object({
  actions: z.union([
    z.array(z.unknown()).max(limits.mutations),
    z.record(z.string(), z.unknown()).transform((single) => [single]),
  ]),
  transactionId: z.string().optional(),
  dryRun: z.boolean().optional(),
});

/**
 * Carries out the body of an actions request: `{actions: [...], transactionId?, dryRun?}`, all of
 * it or nothing.
 *
 * @throws LakeError 400 when malformed, 409 for conflicts, each naming the action at fault
 */
export async function act(
  store: Store,
  body: unknown,
  author: string,
  options: Omit<TransactionRequest, "author"> = {},
): Promise<{ transactionId: string }> {
  const request = actionsRequest.safeParse(body);
  if (!request.success) throw httpError(400, "Bad Request", explain(request.error));
  // Sanity's endpoint has neither, but a client that requests a dry run there must not get a real
  // one.
  const { transactionId = options.transactionId } = request.data;
  const dryRun = request.data.dryRun === true || options.dryRun;
  let index = 0;
  try {
    const parse = (value: unknown, position: number) => {
      index = position;
      return parseAction(value);
    };
    const actions = await inTimeSlices(mapInSteps(request.data.actions, parse));
    const planned = { author, transactionId, dryRun, check: options.check };
    const outcome = await store.transactInSteps(planned, function* (transaction) {
      for (const [position, action] of actions.entries()) {
        index = position;
        yield* perform(transaction, action);
        yield;
      }
    });
    return { transactionId: outcome.transactionId };
  } catch (error) {
    if (error instanceof MutationFailure)
      throw failedRequest("actionError", [{ failure: error, index }]);
    throw error;
  }
}

/** Throws a {@link MutationFailure}. */
function parseAction(value: unknown): Action {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const type = isRecord(value) && typeof value.actionType === "string" ? value.actionType : "";
  const known = shape.options.some(({ shape }) => shape.actionType.safeParse(type).success);
  const description =
    known || type === ""
      ? `Malformed action: ${explain(parsed.error)}`
      : `Action "${type.slice(0, 200)}" is not available in this content lake`;
  throw new MutationFailure(400, { type: "actionParseError", description });
}
