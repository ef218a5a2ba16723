import type { SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import type { AnyBlock, Block, BlockType } from "./block";
import { registry } from "./registry";

/**
 * Structured data of these blocks, on any page. Built from what visitors see, so that the two
 * cannot disagree.
 */
export function blockStructuredData(
  site: SiteSettingsQueryResult,
  origin: string,
  sections: readonly AnyBlock[],
): JsonLdNode[] {
  return sections.flatMap((section) => nodeOf(section, site, origin) ?? []);
}

const nodeOf = <Type extends BlockType>(
  section: { _type: Type } & Block<Type>,
  site: SiteSettingsQueryResult,
  origin: string,
) => registry[section._type]?.structuredData?.(section, site, origin);
