import { useEffect, useState } from "react";
import { useRootData } from "~/document/root-data";
import { diagnose, type Circumstances, type Diagnosis } from "./diagnosis";
import type { PreviewProblem } from "./state";

/** How long the Studio has to identify itself. */
const timeoutMilliseconds = 5_000;

/** What is wrong with this preview, as far as the browser can tell; null when nothing is. */
export function useDiagnosis(problem: PreviewProblem | null): Diagnosis | null {
  const siteOrigin = useRootData().origin;
  const [seen, setSeen] = useState<Pick<Circumstances, "origin" | "frame" | "headers">>({
    origin: siteOrigin,
    frame: null,
    headers: null,
  });
  useEffect(() => {
    const ended = new AbortController();
    let answered = false;
    const receive = ({ data, origin }: MessageEvent<unknown>) => {
      answered ||= origin === window.origin && comesFromPreviewTool(data);
    };
    window.addEventListener("message", receive, { signal: ended.signal });
    const look = setTimeout(async () => {
      const frame =
        window.parent === window ? null : { sameOrigin: hasSameOrigin(window.parent), answered };
      setSeen({
        origin: window.origin,
        frame,
        headers: frame?.answered ? null : await ownHeaders(ended.signal),
      });
    }, timeoutMilliseconds);
    return () => {
      ended.abort();
      clearTimeout(look);
    };
  }, []);
  return diagnose({ ...seen, problem, siteOrigin });
}

function comesFromPreviewTool(data: unknown): boolean {
  return (
    typeof data === "object" && data !== null && "from" in data && data.from === "presentation"
  );
}

function hasSameOrigin(parent: Window): boolean {
  try {
    return parent.origin === window.origin;
  } catch {
    // Browsers let no page read the properties of another site's window.
    return false;
  }
}

async function ownHeaders(signal: AbortSignal): Promise<Circumstances["headers"]> {
  try {
    const { headers } = await fetch(window.location.href, { method: "HEAD", signal });
    return {
      frameOptions: headers.get("X-Frame-Options"),
      policy: headers.get("Content-Security-Policy"),
    };
  } catch {
    return null;
  }
}
