import type { LoaderFunctionArgs } from "@remix-run/node";
import { hashInFileName } from "~/account/profile/avatar.server";
import { readAvatar } from "~/account/profile/profile.server";

/** A user's picture, for themselves and for administrators. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const hash = hashInFileName(params.name ?? "");
  const claims = hash && (await context.session.claims());
  const picture = hash && claims && (await readAvatar(claims, hash));
  if (!picture) throw new Response("Not found\n", { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: {
      "Content-Type": "image/webp",
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
}
