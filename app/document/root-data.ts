import { useRouteLoaderData } from "@remix-run/react";
import type { SiteSettingsQueryResult } from "~/content/types.generated";
import type { ImageSource } from "~/ui/urls/image-url";

/** What pages read of the root loader's data. */
export interface RootData {
  /** Null while the lake has no settings. */
  site: SiteSettingsQueryResult;
  /** The site's origin, without a slash at its end. */
  origin: string;
  images: ImageSource;
  /** In the URL of the drawn link preview, where the signature comes once the page is rendered. */
  pictureSignature: string;
}

/** What the root loader read: site settings, URLs. Throws where the root itself failed. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>("root");
  if (!data) throw new Error("The root's data is missing: rendered outside the root route.");
  return data;
}
