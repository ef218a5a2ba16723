import { useEffect } from "react";

/** The share of an element that has to be visible before the Studio's click targets notice it. */
const sanityThreshold = 0.3;

/**
 * Lets a click open an element of more than three screens, such as a long table: less than the
 * share that the Studio's click targets wait for is ever visible of it, and such a click did
 * nothing.
 */
export function useTallTargets(): void {
  useEffect(() => {
    const Observer = window.IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const isTargets = options?.threshold === sanityThreshold;
        super(callback, isTargets ? { ...options, threshold: 0 } : options);
      }
    };
    return () => {
      window.IntersectionObserver = Observer;
    };
  }, []);
}
