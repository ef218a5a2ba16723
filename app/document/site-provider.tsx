import { useMemo, type ReactNode } from "react";
import { awayFromHome } from "~/content/queries/home-part-pages";
import { SiteContext } from "~/ui/site-context";
import type { RootData } from "./root-data";

const isSolution = (path: string) => path.startsWith("/solutions/");

interface SiteProviderProps extends Pick<RootData, "images" | "site"> {
  /** Signed-in users are redirected away from the home page. */
  isVisitor: boolean;
  children: ReactNode;
}

/** Gives links and pictures what they need to know of the site, and of the user's session. */
export function SiteProvider({ images, site, isVisitor, children }: SiteProviderProps) {
  // On the way to a solution, where the site settings say so. Every other page begins at its top.
  const keeps = site?.solutionPlace === "keep";
  const value = useMemo(
    () => ({
      images,
      linkTarget: (href: string) => (isVisitor ? href : awayFromHome(href)),
      keepsScroll: (path: string) => keeps && isSolution(path),
    }),
    [images, isVisitor, keeps],
  );
  return <SiteContext.Provider value={value}>{children}</SiteContext.Provider>;
}
