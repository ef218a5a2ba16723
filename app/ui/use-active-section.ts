import { useEffect, useState } from "react";

/**
 * The section that the reader is at: the first one in the upper part of the window, and the last
 * such one while none is there. Null before the first, and without scripts.
 *
 * @param ids of the sections, in the order of the page
 */
export function useSectionBeingRead(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(" ");

  useEffect(() => {
    const sections = key
      .split(" ")
      .map((id) => document.getElementById(id))
      .filter((section) => section !== null);
    const inView = new Set<Element>();
    // The strip begins just below the position to which a followed link scrolls: a section above it
    // that only ends there would otherwise take the mark from the requested one.
    const rest = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    const top = `-${(rest || 0) + 4}px`;
    const mark = () => {
      const first = sections.find((section) => inView.has(section));
      if (first) setCurrent(first.id);
      else if ((sections[0]?.getBoundingClientRect().top ?? 0) > rest) setCurrent(null);
    };
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        }
        mark();
      },
      { rootMargin: `${top} 0px -55% 0px` },
    );
    for (const section of sections) observer.observe(section);
    // Notices a jump from the end of the page, where no section is in the strip, to its top, where
    // none is either: the last one stayed marked.
    const begin = new IntersectionObserver(mark, { rootMargin: `${top} 0px 1000000px 0px` });
    if (sections[0]) begin.observe(sections[0]);
    return () => {
      observer.disconnect();
      begin.disconnect();
    };
  }, [key]);

  return current;
}
