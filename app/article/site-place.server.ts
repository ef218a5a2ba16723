import { environment } from "@domain/environment.server";
import type { ImageSource } from "~/ui/urls/image-url";

/** Where the site is, for texts that are read outside of it: their links and pictures name it. */
export interface SitePlace {
  /** Without a slash at its end. */
  origin: string;
  images: ImageSource;
}

export const sitePlace = (): SitePlace => ({
  origin: new URL(environment.SITE_URL).origin,
  images: {
    baseUrl: environment.SANITY_IMAGE_BASE,
    projectId: environment.SANITY_PROJECT_ID,
    dataset: environment.SANITY_DATASET,
  },
});
