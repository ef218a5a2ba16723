import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/account/session/guards.server";
import { ownData } from "~/account/own-data/own-data.server";
import { streamedFile } from "~/http/streamed-file.server";

/** Sends users all that we store about them, as one file that is written while it is sent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  return streamedFile(ownData(context.session, claims), { name: "my-data", format: "json" });
}
