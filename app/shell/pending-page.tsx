import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { accountAreas, gatedSegments, isAmong } from "~/route-facts";
import { InkBar } from "~/ui/print-ornaments";
import { Spinner } from "~/ui/spinner";
import { useWaiting } from "~/connection/connection";
import { LoadingScreen } from "./loading-screen";

/**
 * The area of a path in which it is known who is signed in: navigating within it covers nothing.
 */
const areaOf = (path: string) => (isAmong(accountAreas, path) ? path.split("/")[1] : undefined);
const post = /^\/blog\/[^/]+$/;

/**
 * Shows that a navigation is in flight: the loading screen, an article's spinner, or the bar of
 * inks.
 */
export function PendingPage({ product }: { product: string | null }) {
  const navigation = useNavigation();
  const target = navigation.formAction
    ? new URL(navigation.formAction, "http://site.invalid").pathname
    : navigation.location?.pathname;
  const pending = target !== undefined;
  const { pathname } = useLocation();
  const inside = areaOf(pathname);
  const stays = pending && inside !== undefined && inside === areaOf(target);
  const toGated = pending && isAmong(gatedSegments, target) && !stays;
  const toPost = useAtLeast(pending && navigation.state === "loading" && post.test(target), 300);

  // A request that waits for a connection may wait for long: the page stays, under the notice that
  // says so.
  if (useWaiting() !== null) return null;
  if (toGated && navigation.state === "loading") return <LoadingScreen product={product} />;
  if (toPost) {
    return (
      <div className="fixed inset-x-0 top-(--nav-height) bottom-0 z-30 grid place-items-center bg-ground">
        <Spinner label="Loading the article" />
      </div>
    );
  }
  if (!pending) return null;
  return (
    <div className="fixed inset-x-0 top-0 z-50 overflow-hidden" role="status">
      <InkBar className="w-2/5 animate-press [animation-delay:120ms] [animation-fill-mode:backwards]" />
      <span className="sr-only">Loading</span>
    </div>
  );
}

/**
 * True while `now` is, and until this many ms have passed since it became so: a flash cannot be
 * read.
 */
function useAtLeast(now: boolean, milliseconds: number): boolean {
  const [held, hold] = useState(false);
  useEffect(() => {
    if (!now) return;
    hold(true);
    const since = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(() => hold(false), Math.max(0, milliseconds - (Date.now() - since)));
    };
  }, [now, milliseconds]);
  return now || held;
}
