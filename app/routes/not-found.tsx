import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFoundOrMoved } from "~/content/redirects.server";

/** Whatever no other route answers: gone to another address, or not there. */
export function loader({ request }: LoaderFunctionArgs) {
  return throwNotFoundOrMoved(request);
}

export const action = loader;

export default function NotFound() {
  return null;
}
