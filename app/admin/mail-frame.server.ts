/** A mail loads and runs nothing; its styles are inside its elements. */
const policy = "default-src 'none'; style-src-attr 'unsafe-inline'";

/**
 * A frame that shows a mail. It has an origin of its own, no scripts and no windows: a link in it
 * does nothing, because opening the site inside it would fail. Markup and not an element of React,
 * which would set `srcdoc` by script: the page's Trusted Types refuse that.
 */
export function mailFrame(html: string, title: string): string {
  const framed = html.replace(
    "<head>",
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank">`,
  );
  return `<iframe sandbox title="${attribute(title)}" srcdoc="${attribute(framed)}" class="block h-216 w-full border-0 md:h-192"></iframe>`;
}

const attribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
