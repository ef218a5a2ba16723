import { Cell, CellGrid } from "~/ui/cell-grid";
import { SiteLink } from "~/ui/site-link";

/**
 * What most visitors are looking for. Not /pricing or /faq: they are gone where an editor removes
 * their sections from the home page.
 */
const pages = [
  { path: "/docs", title: "Documentation", text: "Every call, with an example to copy." },
  { path: "/solutions", title: "Solutions", text: "What others build with it." },
  { path: "/blog", title: "Blog", text: "Articles by the people behind it." },
  { path: "/changelog", title: "Changelog", text: "What is new, and what was fixed." },
  { path: "/contact", title: "Contact", text: "Ask a person." },
  { path: "/sitemap", title: "Sitemap", text: "Every page on one sheet." },
];

/** Pages to go on with, where there are no results. */
export function Suggestions() {
  return (
    <section aria-labelledby="suggestions">
      <h2 id="suggestions" className="text-xl font-semibold tracking-tight">
        Popular pages
      </h2>
      <CellGrid className="mt-5 sm:grid-cols-2 lg:grid-cols-3">
        {pages.map(({ path, title, text }) => (
          <Cell key={path}>
            <SiteLink
              href={path}
              className="group block h-full px-5 py-4 transition-colors hover:bg-surface-3"
            >
              <span className="font-semibold group-hover:text-action">{title}</span>
              <span className="mt-0.5 block text-[0.9375rem] text-muted">{text}</span>
            </SiteLink>
          </Cell>
        ))}
      </CellGrid>
    </section>
  );
}
