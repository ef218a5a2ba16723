import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { SiteLink } from "~/ui/site-link";
import { nearestPaths } from "./nearest-paths";
import { wordsOfPath } from "./words-of-path";

/** On the page of one that is not there: a search, and with scripts the pages that may be meant. */
export default function PageFinder() {
  const { pathname } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not in the HTML, which is one for all missing pages.
    if (field.current?.value === "") field.current.value = wordsOfPath(pathname);
  }, [pathname]);
  return (
    <>
      <Form role="search" action="/search" className="mt-10 grid gap-3">
        <label htmlFor="find" className="text-sm font-semibold text-muted">
          Or search for it
        </label>
        <Input ref={field} id="find" type="search" name="q" maxLength={100} required />
        <div className="flex">
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </div>
      </Form>
      <NearestPages />
    </>
  );
}

function NearestPages() {
  const { pathname } = useLocation();
  const [paths, setPaths] = useState<string[]>([]);
  useEffect(() => {
    const aborted = new AbortController();
    fetchPaths(aborted.signal).then(
      (all) => setPaths(nearestPaths(all, pathname)),
      // The search is enough.
      () => {},
    );
    return () => aborted.abort();
  }, [pathname]);
  return (
    // It comes later, and must not move what is there.
    <div className="min-h-40 pt-8">
      {paths.length > 0 && (
        <nav aria-labelledby="nearest">
          <h2 id="nearest" className="text-sm font-semibold text-muted">
            Did you mean one of these?
          </h2>
          <ul className="mt-2">
            {paths.map((path) => (
              <li key={path}>
                <SiteLink
                  href={path}
                  className="inline-flex min-h-8 items-center font-mono text-sm break-all text-action underline decoration-action/40 underline-offset-4 transition-colors hover:decoration-action"
                >
                  {path}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** The paths of all public pages. */
async function fetchPaths(signal: AbortSignal): Promise<string[]> {
  const response = await fetch("/sitemap.xml", { signal });
  const locations = (await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g);
  return [...locations].map(([, location = ""]) => new URL(location).pathname);
}
