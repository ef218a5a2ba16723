import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { Container } from "~/ui/container";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import type { DocsCategory } from "./docs-index";

/** A part of the overview that the side navigation leads to. */
export interface DocsChapter {
  title: string;
  anchor: string;
}

interface DocsLayoutProps {
  chapters: readonly DocsChapter[];
  index: readonly DocsCategory[];
  children: ReactNode;
}

/**
 * A page of the documentation with the links to all others: beside it, and on small screens in a
 * bar above it.
 */
export function DocsLayout({ chapters, index, children }: DocsLayoutProps) {
  const { pathname } = useLocation();
  const list = <DocsNavigation chapters={chapters} index={index} pathname={pathname} />;
  return (
    <>
      {/* The key: the next page starts with the bar closed. */}
      <details
        key={pathname}
        data-print="hide"
        className="group/menu sticky top-(--nav-height) z-30 border-y border-line bg-ground lg:hidden"
      >
        <summary className="-outline-offset-2">
          <Container className="flex h-12 items-center justify-between text-[0.9375rem] font-medium">
            Documentation menu
            <Icon
              name="chevron-down"
              className="size-5 text-faint transition-transform group-open/menu:rotate-180"
            />
          </Container>
        </summary>
        <div className="max-h-[calc(100dvh-var(--nav-height)-3rem)] overflow-y-auto border-t border-line">
          <Container className="pt-6 pb-10">{list}</Container>
        </div>
      </details>
      <Container className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12 xl:gap-x-14">
        <SideBar pathname={pathname}>{list}</SideBar>
        <div className="min-w-0">{children}</div>
      </Container>
    </>
  );
}

/** Scrolls by itself, so that the current page is visible in it however far down the list it is. */
function SideBar({ pathname, children }: { pathname: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!bar.current || !current) return;
    const { offsetTop } = current;
    const { scrollTop, clientHeight } = bar.current;
    const visible = offsetTop > scrollTop && offsetTop + 40 < scrollTop + clientHeight;
    if (!visible) bar.current.scrollTop = offsetTop - clientHeight / 2;
  }, [pathname]);
  return (
    <div
      ref={bar}
      data-print="hide"
      className="sticky top-(--nav-height) max-h-[calc(100dvh-var(--nav-height))] self-start overflow-y-auto py-10 pr-3 [scrollbar-width:thin] max-lg:hidden"
    >
      {children}
    </div>
  );
}

function DocsNavigation({
  chapters,
  index,
  pathname,
}: Omit<DocsLayoutProps, "children"> & { pathname: string }) {
  const groups = [
    {
      title: "Guide",
      links: [
        { title: "Overview", href: "/docs" },
        ...chapters.map(({ title, anchor }) => ({ title, href: `/docs#${anchor}` })),
      ],
    },
    ...index.map(({ title, features }) => ({
      title,
      links: features.map(({ title, slug }) => ({ title, href: `/docs/${slug}` })),
    })),
  ];
  return (
    <nav
      aria-label="Documentation"
      className="grid gap-8 max-lg:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] max-lg:gap-x-6"
    >
      {groups.map((group) => (
        <div key={group.title}>
          <p className="mb-2 font-mono text-[0.8125rem] text-faint">{group.title}</p>
          <ul className="border-l border-line">
            {group.links.map(({ title, href }) => (
              <li key={href}>
                <SiteLink
                  href={href}
                  aria-current={href === pathname ? "page" : undefined}
                  className="-ml-px block border-l border-transparent py-1.5 pl-4 text-sm leading-snug text-muted transition-colors hover:border-line-strong hover:text-foreground aria-[current=page]:border-action aria-[current=page]:font-medium aria-[current=page]:text-foreground"
                >
                  {title}
                </SiteLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
