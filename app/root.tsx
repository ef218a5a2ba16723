import type {
  HeadersFunction,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useRouteLoaderData,
} from "@remix-run/react";
import { Suspense, type ReactNode } from "react";
import { AuthProvider } from "~/account/session/auth-provider";
import { readAuthState } from "~/account/session/viewer.server";
import { noticeQuery } from "~/content/queries/notice";
import { readContent } from "~/content/reading/read.server";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { environment } from "@domain/environment.server";
import { pageMeta } from "~/seo/meta";
import { unsigned } from "~/seo/open-graph/signature.server";
import { ErrorPage, errorTitle } from "~/shell/error-page";
import { ErrorReports, useCaughtError } from "~/document/error-reports";
import { consumeFlash } from "~/toasts/flash-toast.server";
import { accentVariables } from "~/document/accent-color";
import { useNonce } from "~/document/nonce";
import type { RootData } from "~/document/root-data";
import { SiteProvider } from "~/document/site-provider";
import { GoTo, lazyPart } from "~/ui/lazy-component";
import { Shell } from "~/shell/shell";
import { stylesId, useStyles } from "~/document/styles";
import { textFont } from "~/ui/fonts";
import { sizedImage } from "~/ui/urls/image-url";
// In development styles change while the page is open, which Vite handles for files only.
import stylesheet from "./app.css?url";

/** A separate script: visitors do not load what only editors need. */
const Preview = lazyPart(
  () => import("~/preview/preview"),
  ({ children }) => children,
);

/** Loads with the first press, not with the page. */
const ProfileDialog = lazyPart(
  () => import("~/account/profile/profile-dialog"),
  () => <GoTo path="/dashboard/profile" />,
);

/** The same. */
const SearchDialog = lazyPart(
  () => import("~/search/search-dialog"),
  () => <GoTo path="/search" />,
);

/** Only the 404 page needs it. */
const PageFinder = lazyPart(
  () => import("~/sitemap/page-finder"),
  () => null,
);

export const links: LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href: textFont },
  ...(import.meta.env.DEV ? [{ rel: "stylesheet", href: stylesheet }] : []),
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

export const headers: HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;

/** The head of the error page. Every other page replaces it by its own head. */
export const meta: MetaFunction<typeof loader> = ({ matches, location, error }) =>
  pageMeta({
    matches,
    title: error ? errorTitle(statusOf(error)) : null,
    path: location.pathname,
    index: false,
  });

/**
 * What every page needs: the shell's texts, the viewer, and a toast that a redirect left behind.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const [site, notice, authState, toast] = await Promise.all([
    readContent(siteSettingsQuery),
    readContent(noticeQuery),
    readAuthState(context.session),
    consumeFlash(request, context.pageHeaders),
  ]);
  const forPages: RootData = {
    site,
    origin: new URL(environment.SITE_URL).origin,
    pictureSignature: unsigned,
    images: {
      baseUrl: environment.SANITY_IMAGE_BASE,
      projectId: environment.SANITY_PROJECT_ID,
      dataset: environment.SANITY_DATASET,
    },
  };
  return {
    ...forPages,
    notice,
    authState,
    toast,
    preview: context.preview,
    analytics: environment.ANALYTICS_SCRIPT ?? null,
  };
}

/** Of the picture in the browser's tab, in px, on screens of twice the density. */
const iconHeight = 64;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const styles = useStyles();
  const data = useRouteLoaderData<typeof loader>("root");
  const logo = data && sizedImage(data.images, data.site?.logo);
  return (
    <html lang="en" className="dark" style={accentVariables(data?.site?.accentColor)}>
      <head>
        <meta charSet="utf-8" />
        <ErrorReports />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#090b0f" />
        {import.meta.env.PROD && (
          <style id={stylesId} dangerouslySetInnerHTML={{ __html: styles }} />
        )}
        <Meta />
        <Links />
        <link rel="icon" href={logo ? logo.icon(iconHeight) : "/favicon.svg"} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const data = useRouteLoaderData<typeof loader>("root");
  if (!data) return <Outlet />;
  return (
    <Frame data={data}>
      <Outlet />
    </Frame>
  );
}

type FrameData = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
  const { viewer } = data.authState;
  const page = (
    <AuthProvider authState={data.authState}>
      <SiteProvider images={data.images} site={data.site} isVisitor={!viewer}>
        <Shell
          site={data.site}
          notice={data.notice}
          viewer={viewer}
          toast={data.toast}
          analytics={data.analytics}
          ProfileDialog={ProfileDialog}
          SearchDialog={SearchDialog}
        >
          {children}
        </Shell>
      </SiteProvider>
    </AuthProvider>
  );
  if (!data.preview) return page;
  return (
    <Suspense>
      <Preview state={data.preview}>{page}</Preview>
    </Suspense>
  );
}

/**
 * The error page renders inside the shell when the root's own data was loaded, and alone when that
 * failed.
 */
export function ErrorBoundary() {
  const error = useCaughtError();
  const data = useRouteLoaderData<typeof loader>("root");
  const status = statusOf(error);
  const page = (
    <ErrorPage status={status}>
      {status === 404 && (
        <Suspense>
          <PageFinder />
        </Suspense>
      )}
    </ErrorPage>
  );
  if (!data) return <main>{page}</main>;
  return <Frame data={data}>{page}</Frame>;
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
