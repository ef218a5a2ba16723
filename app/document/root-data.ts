import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/root";

/** What the root loader read: site settings, viewer, URLs. Throws where the root itself failed. */
export function useRootData() {
  const data = useRouteLoaderData<typeof loader>("root");
  if (!data) throw new Error("The root's data is not there: this part stands outside the shell.");
  return data;
}
