import { cx } from "class-variance-authority";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

export interface Tab {
  id: string;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps {
  /** What the list of tabs is about. */
  label: string;
  tabs: readonly Tab[];
  /** The tab that is open, where its owner remembers it; the first one when unknown. */
  chosen?: string;
  onChoose?: (id: string) => void;
  /** Renders a panel when it is first opened: what it holds is elsewhere on the page, too. */
  rendersOnlyOpened?: boolean;
  className?: string;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Tabs, after the pattern of the ARIA Authoring Practices: arrows move and open, Home and End go to
 * the ends. Unless only opened ones are rendered, all panels are in the page, for search engines,
 * and are open under their labels on paper and without scripts.
 */
export function Tabs({ label, tabs, rendersOnlyOpened, className, ...remembered }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, chooseOwn] = useState<string>();
  const { chosen = own, onChoose: choose = chooseOwn } = remembered;
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const opened = useRef(new Set<string>());
  if (current) opened.current.add(current.id);
  const isRendered = (tab: Tab) => !rendersOnlyOpened || opened.current.has(tab.id);

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step || !current) return;
    event.preventDefault();
    const next = step(tabs.indexOf(current), tabs.length);
    const tab = tabs[next];
    if (tab) choose(tab.id);
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        data-noscript="hide"
        className="relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}${tab.id}-tab`}
            aria-controls={`${base}${tab.id}`}
            aria-selected={tab === current}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => choose(tab.id)}
            onKeyDown={onKeyDown}
            className={cx(
              "-mb-px h-12 border-b-2 px-4 text-[0.9375rem] font-medium max-sm:grow max-sm:px-1.5 max-sm:text-sm whitespace-nowrap -outline-offset-4 transition-colors",
              tab === current
                ? "border-action text-foreground"
                : "border-transparent text-faint hover:text-foreground",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}${tab.id}`}
          aria-labelledby={`${base}${tab.id}-tab`}
          hidden={tab !== current}
          data-noscript={isRendered(tab) ? "show" : undefined}
          className="pt-6"
        >
          {isRendered(tab) && (
            <>
              <p data-noscript="show" hidden className="mb-4 break-after-avoid font-semibold">
                {tab.label}
              </p>
              {tab.panel}
            </>
          )}
        </div>
      ))}
    </div>
  );
}
