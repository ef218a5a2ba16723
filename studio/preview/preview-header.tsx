import { Box, Card, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import type { PreviewHeaderProps } from "sanity/presentation";

/** Timeout for a page to load and connect to the Studio. */
const timeoutMilliseconds = 6_000;

/**
 * The bar above the preview's page, which also reports what is wrong when the frame has no page of
 * ours that could: browsers show their own error page there, and do not notify the Studio.
 */
export function PreviewHeader(props: PreviewHeaderProps) {
  const trouble = useTrouble(props);
  return (
    <Box flex={1}>
      {props.renderDefault(props)}
      {trouble && (
        <Card tone="critical" radius={2} padding={3} marginTop={2} role="alert">
          <Text size={1}>{trouble}</Text>
        </Card>
      )}
    </Box>
  );
}

function useTrouble({ iframeRef, overlaysConnection, targetOrigin }: PreviewHeaderProps) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const isConnected = overlaysConnection === "connected";
  useEffect(() => {
    if (isConnected) return;
    const ended = new AbortController();
    const look = setInterval(async () => {
      const frame = iframeRef.current;
      // A page of ours reports what is wrong itself.
      const found =
        frame && !frame.contentDocument ? await whyAbsent(frame.src, targetOrigin) : null;
      if (!ended.signal.aborted) setTrouble(found);
    }, timeoutMilliseconds);
    return () => {
      ended.abort();
      clearInterval(look);
    };
  }, [iframeRef, isConnected, targetOrigin]);
  return isConnected ? null : trouble;
}

/** Why a frame does not show the page at this URL, which the Studio can still request. */
async function whyAbsent(url: string, siteOrigin: string): Promise<string> {
  try {
    const response = await fetch(url, { method: "HEAD" });
    if (new URL(response.url).origin === siteOrigin) {
      return "The frame policy is wrong. A server in front of the site forbids frames (X-Frame-Options or frame-ancestors), so the browser does not show this page here. Let the site’s own headers pass.";
    }
  } catch {
    // The page redirects to another site, which refuses cross-origin requests, or nothing responds.
  }
  return `The origin is wrong. ${siteOrigin} does not respond with a page of the site. Open the Studio at the URL of the site.`;
}
