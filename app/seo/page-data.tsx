import { useRootData } from "~/document/root-data";
import { JsonLd } from "./json-ld";

/** The structured data of a page that has no more specific type. */
export function PageData({ name, path }: { name: string; path: string }) {
  const { origin } = useRootData();
  return (
    <JsonLd
      node={{
        "@type": "WebPage",
        name,
        url: origin + path,
        isPartOf: { "@id": `${origin}/#website` },
      }}
    />
  );
}
