import { partPaths } from "~/content/queries/home-part-pages";
import type { SitemapQueryResult } from "~/content/types.generated";

export interface SitemapLink {
  title: string;
  path: string;
  /** A sentence about the page. */
  description?: string | null;
  /** An ISO date that distinguishes it from similar entries. */
  date?: string | null;
}

export interface SitemapGroup {
  /** Its anchor. */
  id: string;
  title: string;
  /** The page above the others, such as the list of all articles. */
  overview?: SitemapLink;
  /** The pages, in parts that may have their own title. */
  parts: { title: string | null; links: SitemapLink[] }[];
  /** How many further pages only the overview links to. */
  more: number;
}

type Page = SitemapQueryResult[number];

/**
 * The maximum number of pages of a group in the sitemap: its size must not grow with the archive.
 */
const maxGroupLength = 60;

/** Parts of the home page that have their own page. */
const homeSections: SitemapLink[] = [
  { title: "Features", path: "/features", description: "What the API does, call by call." },
  { title: "Pricing", path: "/pricing", description: "The plans with their credits and limits." },
  { title: "FAQ", path: "/faq", description: "What others asked before you." },
];

/** Those that the home page has. */
function partsOf(page: Page): SitemapLink[] {
  const paths = partPaths("sections" in page ? page.sections : []);
  return homeSections.filter(({ path }) => paths.includes(path));
}

const account: SitemapLink[] = [
  { title: "Login", path: "/login", description: "Continue where you left off." },
  { title: "Sign Up", path: "/signup", description: "Open an account. No credit card required." },
];

/** All public pages, grouped for readers. A group without a page is left out. */
export function sitemapGroups(pages: readonly Page[]): SitemapGroup[] {
  const of = (...types: Page["_type"][]) =>
    types.flatMap((type) => pages.filter(({ _type, path }) => _type === type && path));
  // Editors may leave a list's heading empty.
  const overview = (type: Page["_type"], name: string) =>
    of(type).map((page) => ({ ...described(page), title: page.title || name }))[0];

  const groups: SitemapGroup[] = [
    {
      ...group("product", "Product", [
        ...of("homePage").flatMap(partsOf),
        ...of("page").sort(byTitle).map(described),
        ...of("changelogPage", "securityPage").map(described),
      ]),
      overview: of("homePage").map(home)[0],
    },
    {
      ...group("solutions", "Solutions", of("solution").sort(byRank).map(described)),
      overview: overview("solutionsPage", "Solutions"),
    },
    {
      ...group("documentation", "Documentation", []),
      overview: overview("docsPage", "Documentation"),
      parts: byCategory(of("feature").sort(byRank)),
    },
    {
      ...group("blog", "Blog", of("post").sort(newestFirst).map(dated)),
      overview: overview("blogPage", "Blog"),
    },
    group("company", "Company", of("aboutPage", "contactPage").map(described)),
    {
      ...group("careers", "Careers", of("jobOpening").sort(byRank).map(plain)),
      overview: overview("careersPage", "Careers"),
    },
    group("legal", "Legal", of("legalPage").sort(byTitle).map(described)),
    group("account", "Account", account),
  ];
  return groups.filter(({ overview, parts }) => overview || parts.length > 0);
}

function group(id: string, title: string, links: readonly SitemapLink[]): SitemapGroup {
  const shown = links.slice(0, maxGroupLength);
  return {
    id,
    title,
    parts: shown.length > 0 ? [{ title: null, links: shown }] : [],
    more: links.length - shown.length,
  };
}

/** The pages of the documentation by category, categories and pages in the editors' order. */
function byCategory(features: readonly Page[]): SitemapGroup["parts"] {
  const parts = new Map<string, { title: string | null; rank: string; links: SitemapLink[] }>();
  for (const page of features) {
    const title = page.category?.title ?? null;
    // Pages without a category come last.
    const rank = title ? (page.category?.orderRank ?? "") : "~";
    const part = parts.get(title ?? "") ?? { title, rank, links: [] };
    part.links.push(plain(page));
    parts.set(title ?? "", part);
  }
  return [...parts.values()]
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ title, links }) => ({ title, links }));
}

const plain = ({ title, path }: Page): SitemapLink => ({ title: title || path, path });
const described = (page: Page): SitemapLink => ({ ...plain(page), description: page.description });
const dated = (page: Page): SitemapLink => ({ ...plain(page), date: page.date });
/** Its own title is a slogan. */
const home = (page: Page): SitemapLink => ({ ...described(page), title: "Home" });

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const byTitle = (a: Page, b: Page) => compare(plain(a).title, plain(b).title);
const byRank = (a: Page, b: Page) =>
  compare(a.orderRank ?? "~", b.orderRank ?? "~") || byTitle(a, b);
const newestFirst = (a: Page, b: Page) => compare(b.date ?? "", a.date ?? "");
