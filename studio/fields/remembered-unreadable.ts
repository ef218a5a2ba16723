import { useLayoutEffect, useRef } from "react";
import { getPublishedId, useFormValue } from "sanity";
import { noteUnreadable, showsStored } from "../publishing/unreadable-input";

/**
 * Remembers that a field was left with a text that is not a date or number when another tab of the
 * form is opened: Publish left such a text out, and an article was live immediately.
 *
 * @param field its id
 * @returns a ref for the element around the input
 */
export function useRememberedUnreadable(field: string) {
  const id = getPublishedId(String(useFormValue(["_id"])));
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    showsStored(id, field);
    return () => void (shown && noteUnreadable(id, field, shown));
  }, [id, field]);
  return place;
}
