import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { diagnose } from "~/preview/diagnosis";
import { openPreview } from "~/preview/preview-session.server";
import { pageMeta } from "~/seo/meta";
import { lazyPart } from "~/ui/lazy-component";
import { useRootData } from "~/document/root-data";
import { Container } from "~/ui/container";

const StudioLink = lazyPart(
  () => import("~/preview/studio-link"),
  () => null,
);

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ matches, title: "Preview", path: "/preview/enable", index: false });

/** The Studio's Preview tool requests this URL, with its secret, before it shows a page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const opened = await openPreview(request, context.session);
  if (opened.problem !== null) {
    return data(
      { problem: opened.problem, isPreview: context.preview !== null },
      opened.problem === "session" ? 403 : 401,
    );
  }
  context.responseHeaders.append("Set-Cookie", opened.cookie);
  return redirect(opened.path);
}

/** Shown in the Studio's frame when there is nothing to preview, and says why. */
export default function PreviewRefused() {
  const { problem, isPreview } = useLoaderData<typeof loader>();
  const { origin } = useRootData();
  const diagnosis = diagnose({
    problem,
    origin,
    siteOrigin: origin,
    frame: null,
    headers: null,
  });
  return (
    <Container className="py-20">
      <h1 className="text-title font-semibold">The preview does not open</h1>
      <p className="mt-5 max-w-2xl text-lead text-muted">
        The {diagnosis?.part} is wrong. {diagnosis?.advice}
      </p>
      {/* A preview that was opened before has one. */}
      <Suspense>{!isPreview && <StudioLink />}</Suspense>
    </Container>
  );
}
