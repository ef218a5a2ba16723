import { VisualEditing } from "@sanity/visual-editing/remix";

/**
 * The line between a page and the Studio around it, without drafts as well: until a page has found the Studio, that lies
 * over it, and over what it says is wrong.
 */
export default function StudioLink() {
  return (
    <VisualEditing
      // The page follows the lake itself; only the Studio's own reload button asks through the frame.
      refresh={(payload, reload) => (payload.source === "manual" ? reload() : false)}
    />
  );
}
