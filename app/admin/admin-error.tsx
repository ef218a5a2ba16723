import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { ErrorPage } from "~/shell/error-page";
import { useCaughtError } from "~/document/error-reports";
import { Button } from "~/ui/button";

const words: Record<number, string> = {
  400: "Something in this URL is not valid. Start again without it.",
  503: "A service behind this page is not responding right now. Nothing was changed.",
};

/**
 * When a page of the administration cannot be shown, its navigation stays. A missing page stays a
 * 404.
 *
 * @param heading which heading of the page it is
 */
export function PageError({ heading: Heading = "h2" }: { heading?: "h1" | "h2" }) {
  const error = useCaughtError();
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <ErrorPage status={404} />;
  return (
    <section role="alert" className="mt-8 rounded-lg border border-bad/40 bg-bad/10 p-6">
      <Heading className="text-xl font-semibold">This page could not be shown</Heading>
      <p className="mt-2 text-muted">
        {words[status] ?? "The error is on our side, and we have logged it."}
      </p>
      <Button asChild variant="outline" className="mt-5">
        <a href={status === 400 ? pathname : pathname + search}>
          {status === 400 ? "Start again" : "Try again"}
        </a>
      </Button>
    </section>
  );
}
