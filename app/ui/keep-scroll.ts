import { useRouteLoaderData } from "@remix-run/react";
import { useCallback } from "react";
import type { loader } from "~/root";

const isSolution = (path: string) => path.startsWith("/solutions/");

/**
 * Whether the scroll position is kept: from one solution to the next, where the site settings say
 * so. Every other page begins at its top.
 */
export function useKeptPlace(): (from: string, to: string) => boolean {
  const keeps = useRouteLoaderData<typeof loader>("root")?.site?.solutionPlace === "keep";
  return useCallback(
    (from: string, to: string) => keeps && isSolution(from) && isSolution(to),
    [keeps],
  );
}
