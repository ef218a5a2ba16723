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
  /** The tab that is open at first; the first one when left out or unknown. */
  defaultTab?: string;
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
 * the ends. All panels are in the page, for search engines, and are open under their labels on
 * paper and without scripts.
 */
export function Tabs({ label, tabs, defaultTab, className }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState(defaultTab);
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step || !current) return;
    event.preventDefault();
    const next = step(tabs.indexOf(current), tabs.length);
    choose(tabs[next]?.id);
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
                ? "border-cyan text-paper"
                : "border-transparent text-paper-3 hover:text-paper",
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
          data-noscript="show"
          className="pt-6"
        >
          <p data-noscript="show" hidden className="mb-4 break-after-avoid font-semibold">
            {tab.label}
          </p>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
