import { useNonce } from "~/document/nonce";

/** A node of structured data, after schema.org. */
export type JsonLdNode = { "@type": string; [property: string]: unknown };

/**
 * Structured data as text that is safe in a `<script>`: an editor's "</script>" in a title must not
 * end it, and no HTML parser may take a part of it for markup. Properties that are null or
 * undefined are left out.
 */
export function serializeJsonLd(node: JsonLdNode): string {
  const json = JSON.stringify(
    { "@context": "https://schema.org", ...node },
    (_key, value: unknown) => (value === null ? undefined : value),
  );
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Structured data of the page, for search engines. */
export function JsonLd({ node }: { node: JsonLdNode }) {
  const nonce = useNonce();
  const text = serializeJsonLd(node);
  return (
    <script
      // Other data use another element: Trusted Types do not let React write into a script that is
      // in the page.
      key={text}
      type="application/ld+json"
      nonce={nonce}
      // The browser hides the nonce from scripts, React included.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
