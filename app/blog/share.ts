export type Network = "twitter" | "linkedin" | "facebook";

/** The URL at which a network offers to share a page. */
export function shareAddress(network: Network, page: { url: string; title: string }): string {
  switch (network) {
    case "twitter":
      return address("https://twitter.com/intent/tweet", { url: page.url, text: page.title });
    case "linkedin":
      return address("https://www.linkedin.com/sharing/share-offsite/", { url: page.url });
    case "facebook":
      return address("https://www.facebook.com/sharer/sharer.php", { u: page.url });
  }
}

function address(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`;
}
