import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { installRetryingFetch } from "~/connection/connection";
import { keyAnchorEntries } from "~/document/history-keys";

/**
 * Waits until Remix has decoded the page's data. It does so in its first rendering, before any
 * hook, and throws the promise of it; a press at that time makes React render synchronously, where
 * nothing may be thrown, and fail (error 345).
 */
async function decodePage(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

// Before the router listens.
keyAnchorEntries();
installRetryingFetch();

void decodePage().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
