import { useEffect } from "react";

/**
 * Lets a click open what was scrolled under a resting pointer: the Studio's click targets notice
 * only a pointer that moves over them, and such a click did nothing.
 */
export function useRestingPointer(): void {
  useEffect(() => {
    const notice = ({ target, clientX, clientY }: PointerEvent) =>
      target?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX, clientY }));
    window.addEventListener("pointerdown", notice, { capture: true });
    return () => window.removeEventListener("pointerdown", notice, { capture: true });
  }, []);
}
