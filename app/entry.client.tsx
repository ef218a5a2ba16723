import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// React makes a script element by markup, and Remix fills its own with text, when a page has to be made anew in the
// browser: without this such a page would stay white. What holds an element beside that is refused.
window.trustedTypes?.createPolicy("default", {
  createHTML: (html) => (html === "<script></script>" || !html.includes("<") ? html : null),
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
