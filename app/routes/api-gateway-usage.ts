import type { ActionFunctionArgs } from "@remix-run/node";
import { answerUsage, onlyPost, receive } from "~/account/gateway-door.server";
import { recordUsage } from "~/account/gateway.server";
import { usageMessage } from "~/account/gateway-messages";

/** Takes credits for an operation: docs/gateway.md. */
export function action({ request }: ActionFunctionArgs) {
  return receive(request, usageMessage, async (secret, message) =>
    answerUsage(await recordUsage(secret, message)),
  );
}

export const loader = onlyPost;
