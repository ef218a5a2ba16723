import { VisualEditing } from "@sanity/visual-editing/remix";

/**
 * The connection between a page and the Studio around it, without drafts as well: until a page has
 * found the Studio, the Studio covers the page and the errors that it shows.
 */
export default function StudioLink() {
  return (
    <VisualEditing
      // The page follows the lake itself; only the Studio's own reload button sends its request
      // through the frame.
      refresh={(payload, reload) => (payload.source === "manual" ? reload() : false)}
    />
  );
}
