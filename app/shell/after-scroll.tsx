import { BackToTop } from "./back-to-top";
import { BottomBar } from "./bottom-bar";
import type { SiteSettings } from "./site-settings";

/** What appears while one reads. Its script loads with the first scroll, not with the page. */
export default function AfterScroll({ site, offers }: { site: SiteSettings; offers: boolean }) {
  return (
    <>
      {offers && site.mobileBar && <BottomBar bar={site.mobileBar} />}
      <BackToTop site={site} />
    </>
  );
}
