import { Box, Card, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import type { PreviewHeaderProps } from "sanity/presentation";

/** How long a page has to come and to find the Studio. */
const timeoutMilliseconds = 6_000;

/**
 * The bar above the preview's page, which also says what is wrong where no page of ours is in the frame that could:
 * browsers put one of their own there, without a word to the Studio.
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
      // A page of ours says itself what is wrong.
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

/** Why a frame does not show the page at this address, which the Studio can ask for all the same. */
async function whyAbsent(address: string, siteOrigin: string): Promise<string> {
  try {
    const answer = await fetch(address, { method: "HEAD" });
    if (new URL(answer.url).origin === siteOrigin) {
      return "The frame policy is wrong. A server in front of the site forbids frames (X-Frame-Options or frame-ancestors), so the browser does not show this page here. Let the site’s own headers pass.";
    }
  } catch {
    // The page leads to another site, which does not answer scripts of ours, or nothing answers at all.
  }
  return `The origin is wrong. ${siteOrigin} does not answer with a page of its own. Open the Studio at the address of the site.`;
}
