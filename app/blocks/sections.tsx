import { memo } from "react";
import { Editing } from "~/ui/editable-field";
import { logUnknown } from "~/ui/log-unknown";
import type { AnyBlock, Block, BlockType } from "./block";
import { registry } from "./registry";

interface SectionsProps {
  /** The document that they are part of. */
  id: string;
  type: "homePage" | "page";
  sections: readonly AnyBlock[];
}

/** The blocks of a page in their order. */
export function Sections({ id, type, sections }: SectionsProps) {
  return sections.map((section) => (
    <Editing key={section._key} id={id} type={type} at={`sections[_key=="${section._key}"]`}>
      <BlockView section={section} />
    </Editing>
  ));
}

/**
 * A block, by its type. The router renders a page again whenever it discovers routes or starts a
 * load: without `memo`, all blocks render a second time right after the first.
 */
const BlockView = memo(function BlockView<Type extends BlockType>({
  section,
}: {
  section: { _type: Type } & Block<Type>;
}) {
  const View = registry[section._type]?.View;
  if (View) return <View section={section} />;
  logUnknown(`section ${section._type}`);
  return null;
});
