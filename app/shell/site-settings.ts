import type { LakeImage } from "~/ui/urls/image-url";

/** A menu item as the site settings query returns it, with its URL resolved. */
export interface MenuLink {
  _key: string;
  label: string | null;
  href: string | null;
  event: string | null;
}

/** A bar above the navigation as the queries return it (`siteBarFields`). */
export interface SiteBarContent {
  text: string | null;
  callToAction: Omit<MenuLink, "_key"> | null;
}

/** What the shell needs of the site settings; any field may be missing. */
export interface SiteSettings {
  brandName: string | null;
  legalName: string | null;
  tagline: string | null;
  logo: LakeImage | null;
  footerText: string | null;
  links: {
    crafter: string | null;
    apiDocs: string | null;
    apiCollection: string | null;
  } | null;
  navigation: MenuLink[] | null;
  footerGroups: { _key: string; title: string | null; links: MenuLink[] | null }[] | null;
  mobileBar: {
    callToAction: Omit<MenuLink, "_key"> | null;
    note: string | null;
  } | null;
  backToTop: string | null;
  /** The scroll position of a visitor who goes from one solution to the next: "top" or "keep". */
  solutionPlace: string | null;
  /** Null while nothing is announced. */
  announcement: SiteBarContent | null;
}

/** The settings of a lake that has none yet: the shell renders, without text. */
export const noSettings: SiteSettings = {
  brandName: null,
  legalName: null,
  tagline: null,
  logo: null,
  footerText: null,
  links: null,
  navigation: null,
  footerGroups: null,
  mobileBar: null,
  backToTop: null,
  solutionPlace: null,
  announcement: null,
};
