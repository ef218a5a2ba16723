import { cx } from "class-variance-authority";
import { useCodeLanguage } from "~/ui/use-code-language";

const languages = [
  { id: "curl", label: "cURL" },
  { id: "javascript", label: "JavaScript" },
  { id: "python", label: "Python" },
];

/** The choice of the language in which the visitor reads all example calls. */
export function LanguageChoice({ className }: { className?: string }) {
  const [chosen = "curl", choose] = useCodeLanguage();
  return (
    <span
      role="group"
      aria-label="Language"
      data-noscript="hide"
      data-print="hide"
      className={cx("flex font-mono", className)}
    >
      {languages.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => choose(id)}
          className="h-8 rounded-md px-2 text-xs text-faint transition-colors hover:text-foreground aria-pressed:bg-surface-3 aria-pressed:text-foreground"
        >
          {label}
        </button>
      ))}
    </span>
  );
}
