import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

const badgeVariants = cva(
  "inline-flex h-6 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-line-strong text-muted",
        action: "border-action/40 bg-action/10 text-action",
        mark: "border-mark/40 bg-mark/10 text-mark",
        highlight: "border-highlight/40 bg-highlight/10 text-highlight",
        good: "border-good/40 bg-good/10 text-good",
        bad: "border-bad/40 bg-bad/10 text-bad",
        solid: "border-transparent bg-action font-semibold text-on-action",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export interface BadgeProps
  extends ComponentPropsWithoutRef<"span">, VariantProps<typeof badgeVariants> {}

/** A short word about the thing beside it: a state, a kind, a category. */
export function Badge({ tone, className, ...rest }: BadgeProps) {
  return <span className={badgeVariants({ tone, className })} {...rest} />;
}
