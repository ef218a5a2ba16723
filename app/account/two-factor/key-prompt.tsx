import { useNavigation, useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";
import { useHydrated } from "~/ui/use-hydrated";
import { askKey, problemOf } from "./security-key";
import type { KeyRequest } from "./security-keys.server";

const needsScripts =
  "A security key needs JavaScript. Turn it on for this site, then reload the page.";

/** Shown without scripts: browsers offer security keys to nothing else. */
export function KeyNeedsScripts() {
  return (
    <p data-noscript="show" hidden className="text-[0.9375rem] text-muted">
      {needsScripts}
    </p>
  );
}

/**
 * Waits for the user's security key, and sends its response to the page's own action. Takes the
 * focus, because the button that requested it may be gone.
 *
 * @param request the challenge; give its id as `key`, since each is passed on once by itself
 */
export function KeyPrompt({ request }: { request: KeyRequest }) {
  const hydrated = useHydrated();
  const { problem, ask } = useKey(request);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 text-[0.9375rem] text-muted">
      <p role="status" className="empty:hidden">
        {/* Scripts that are on may still fail to load. */}
        {!hydrated && needsScripts}
        {hydrated && problem === null && "Touch your security key, or do what your browser asks."}
      </p>
      <FormError>{problem}</FormError>
      {problem !== null && (
        <Button size="sm" className="justify-self-start" onClick={ask}>
          Try again
        </Button>
      )}
    </div>
  );
}

function useKey({ factorId, challengeId, ceremony }: KeyRequest) {
  const submit = useSubmit();
  const [problem, setProblem] = useState<string | null>(null);
  const waiting = useRef<AbortController>();
  // A key that responds while the page still loads would cancel that, which the router reports as
  // an error of the page.
  const [loaded, setLoaded] = useState(false);
  const idle = useNavigation().state === "idle";
  if (idle && !loaded) setLoaded(true);
  const ask = useCallback(async () => {
    // A browser refuses a second request while a first one is pending.
    waiting.current?.abort();
    const { signal } = (waiting.current = new AbortController());
    setProblem(null);
    try {
      const credential = await askKey(ceremony, signal);
      const fields = { intent: "finish-key", factorId, challengeId, credential };
      if (!signal.aborted) submit(fields, { method: "post" });
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error));
    }
  }, [factorId, challengeId, ceremony, submit]);
  useEffect(() => {
    if (loaded) void ask();
    return () => waiting.current?.abort();
  }, [ask, loaded]);
  return { problem, ask };
}
