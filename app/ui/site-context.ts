import { createContext, useContext } from "react";
import type { ImageSource } from "./urls/image-url";

/** What links and pictures need to know of the site around them; the root provides it. */
export interface SiteContextValue {
  /** Where pictures come from; null on the error page of a root that failed, which shows none. */
  images: ImageSource | null;
  /** Where a link of the content leads this user. */
  linkTarget: (href: string) => string;
  /** Whether the scroll position is kept on the way to a path. */
  keepsScroll: (path: string) => boolean;
}

export const SiteContext = createContext<SiteContextValue>({
  images: null,
  linkTarget: (href) => href,
  keepsScroll: () => false,
});

export const useSiteContext = (): SiteContextValue => useContext(SiteContext);
