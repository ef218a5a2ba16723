import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFoundOrMoved } from "~/content/redirects.server";

/** Paths that no other route matches: moved, or missing. */
export function loader({ request }: LoaderFunctionArgs) {
  return throwNotFoundOrMoved(request);
}

export const action = loader;

export default function NotFound() {
  return null;
}
