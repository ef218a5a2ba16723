import { absoluteUrl } from "~/article/absolute-url";
import {
  blocks,
  heading,
  type Inline,
  joined,
  link,
  list,
  type Markdown,
  strong,
} from "./markdown";

/** A titled thing with a sentence about it: a card, a value, a step. */
interface Point {
  title: string | null;
  description: string | null;
}

export const point = ({ title, description }: Point): Markdown =>
  joined([strong(title), description], ": ");

export const points = (all: readonly Point[]): Markdown => list(all.map(point));

interface CallToAction {
  label: string | null;
  href: string | null;
}

/** The links of buttons, in one line. */
export const actions = (
  origin: string,
  ...all: readonly (CallToAction | null | undefined)[]
): Markdown =>
  joined(
    all.map((each) => each && link(each.label, absoluteUrl(each.href, origin))),
    " · ",
  );

/** The part of a page with a heading, a lead and what is below them. */
export const headed = (
  { heading: title, lead }: { heading: string | null; lead?: string | null },
  ...parts: readonly Inline[]
): Markdown => blocks(heading(2, title), lead, ...parts);

/** A link to a page of this site with a sentence about it. */
export const pageLink = (
  origin: string,
  path: string,
  title: string | null,
  description?: string | null,
): Markdown => joined([link(title, absoluteUrl(path, origin)), description], ": ");
