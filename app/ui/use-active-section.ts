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
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        }
        const first = sections.find((section) => inView.has(section));
        if (first) setCurrent(first.id);
        else if ((sections[0]?.getBoundingClientRect().top ?? 0) > rest) setCurrent(null);
      },
      { rootMargin: `-${(rest || 0) + 4}px 0px -55% 0px` },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [key]);

  return current;
}
