export type Network = "twitter" | "linkedin" | "facebook";

/** The URL at which a network offers to share a page. */
export function shareUrl(network: Network, page: { url: string; title: string }): string {
  switch (network) {
    case "twitter":
      return withParameters("https://twitter.com/intent/tweet", {
        url: page.url,
        text: page.title,
      });
    case "linkedin":
      return withParameters("https://www.linkedin.com/sharing/share-offsite/", { url: page.url });
    case "facebook":
      return withParameters("https://www.facebook.com/sharer/sharer.php", { u: page.url });
  }
}

function withParameters(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`;
}
