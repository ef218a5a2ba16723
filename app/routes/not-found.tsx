import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";

/** Paths that no other route matches: moved, or missing. */
export function loader({ request }: LoaderFunctionArgs) {
  return throwRedirectOrNotFound(request);
}

export const action = loader;

export default function NotFound() {
  return null;
}
