import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { legalPageQuery, legalPagesQuery } from "~/content/queries/legal-page";
import { possibleSlug } from "~/content/possible-slug";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { prepareBlock } from "~/blocks/prepare.server";
import { pageQuery, pageTypeQuery } from "~/blocks/queries";
import { readContent } from "~/content/reading/read.server";
import { LegalPage } from "~/legal/legal-page";
import { manageCookiesNotice, noScriptsNotice } from "~/legal/manage-cookies";
import { cookiePolicy } from "~/consent/cookie-policy";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { documentMeta } from "~/seo/document-meta";
import { noticeAction } from "~/coming-soon/coming-soon.server";
import { lazyPage } from "~/ui/lazy-component";

/*
 * Pages that editors create at the first level of the site: legal pages (/terms, /privacy,
 * /cookies, …) and landing pages. The Studio lets no two of them have one slug, nor the slug of
 * another route.
 */

/** Its blocks need many scripts, which legal pages do without. */
const LandingPage = lazyPage(() => import("~/home/landing-page"));

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  const page = data?.landing ?? data?.page;
  return documentMeta({
    matches,
    seo: page?.seo,
    title: page?.title || "Page",
    path: `/${page?.slug ?? ""}`,
  });
};

export async function loader({ params, request }: LoaderFunctionArgs) {
  const slug = possibleSlug(params.slug);
  if (!slug) return throwRedirectOrNotFound(request);
  // First what kind it is: the query of a landing page names the fields of every block, which for
  // made-up paths took three times as long as all of the rest.
  const type = await readContent(pageTypeQuery, { slug });
  const landing = type === "page" && (await readContent(pageQuery, { slug }));
  if (landing) {
    const sections = await Promise.all(landing.sections.map(prepareBlock));
    return { landing: { ...landing, sections }, page: null, others: [] };
  }
  const page = type === "legalPage" && (await readContent(legalPageQuery, { slug }));
  if (!page) return throwRedirectOrNotFound(request);
  const all = await readContent(legalPagesQuery);
  return { landing: null, page, others: all.filter((other) => other.slug !== page.slug) };
}

export async function action(args: ActionFunctionArgs) {
  const slug = possibleSlug(args.params.slug);
  const page = slug ? await readContent(legalPageQuery, { slug }) : null;
  if (!page) return throwRedirectOrNotFound(args.request);
  // Only this one has a form.
  if (page.slug !== cookiePolicy) throw new Response(null, { status: 405 });
  const site = await readContent(siteSettingsQuery);
  const notice = site?.cookieButton === "notice" ? manageCookiesNotice : noScriptsNotice;
  return noticeAction(notice)(args);
}

export default function Page() {
  const { landing, page, others } = useLoaderData<typeof loader>();
  if (page) return <LegalPage page={page} others={others} />;
  return (
    <Suspense>
      <LandingPage page={landing} />
    </Suspense>
  );
}
