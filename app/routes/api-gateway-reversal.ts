import type { ActionFunctionArgs } from "@remix-run/node";
import { answerUsage, onlyPost, receive } from "~/account/gateway-door.server";
import { reverseUsage } from "~/account/gateway.server";
import { reversalMessage } from "~/account/gateway-messages";

/** Gives back what a failed operation took: docs/gateway.md. */
export function action({ request }: ActionFunctionArgs) {
  return receive(request, reversalMessage, async (secret, { entryId }) =>
    answerUsage(await reverseUsage(secret, entryId)),
  );
}

export const loader = onlyPost;
