/** How a page marks its scripts as deferred; browsers ignore an unknown type or relation. */
const waiting = "module-after-paint";

/**
 * Starts the deferred scripts: once the browser reports that the page is on the screen, which is
 * later than the frame in which it was drawn, and its first pictures are loaded. After two seconds
 * they start in any case: in a background tab nothing is painted. It leaves the page as React
 * expects to find it.
 */
const start = `{
const late=document.querySelector("script[type=${waiting}]");
const run=()=>{
if(!late.isConnected)return;
document.querySelectorAll("link[rel=${waiting}]").forEach((link)=>{link.rel="modulepreload"});
const script=document.createElement("script");
script.type="module";
const code=late.textContent;
script.textContent=window.trustedTypes?.createPolicy("late",{createScript:()=>code}).createScript("")??code;
late.replaceWith(script)
};
const first=()=>Promise.allSettled([...document.querySelectorAll("img[fetchpriority=high]")].map((image)=>image.decode()));
new PerformanceObserver(()=>first().then(run)).observe({type:"paint",buffered:true});
setTimeout(run,2000);
document.currentScript.remove()
}`.replaceAll("\n", "");

/** The script that starts Remix, the only inline module of a page. */
const first = /<script\b(?=[^>]* type="module")(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/;

/**
 * Lets a page be painted before its scripts run: its text, links and forms work without them. On a
 * slow line they would compete with its text and fonts, on a slow machine with its first picture.
 *
 * @param html a whole page as Remix renders it; returned as it is when it has no scripts.
 */
export function deferHydration(html: string): string {
  return html
    .replace(
      first,
      (_, code: string) => `<script type="${waiting}">${code}</script><script>${start}</script>`,
    )
    .replaceAll('<link rel="modulepreload"', `<link rel="${waiting}"`);
}
