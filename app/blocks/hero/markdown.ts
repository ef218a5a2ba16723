import type { SitePlace } from "~/article/site-place.server";
import { blocks, codeBlock, joined, list, type Markdown, section } from "~/markdown/markdown";
import { actions, headed } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const heroMarkdown = (hero: LakeBlock<"homeHero">, { origin }: SitePlace): Markdown =>
  headed(
    { heading: hero.headline, lead: hero.lead },
    actions(origin, hero.primaryCta, hero.secondaryCta),
    list(hero.facts.map(({ value, label }) => joined([value, label], " "))),
    blocks(
      ...hero.operations.map(({ label, call }) => section(3, label, codeBlock(call?.code, "sh"))),
    ),
  );
