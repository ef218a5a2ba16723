import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

const badgeVariants = cva(
  "inline-flex h-6 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-line-strong text-paper-2",
        cyan: "border-cyan/40 bg-cyan/10 text-cyan",
        magenta: "border-magenta/40 bg-magenta/10 text-magenta",
        yellow: "border-yellow/40 bg-yellow/10 text-yellow",
        good: "border-good/40 bg-good/10 text-good",
        bad: "border-bad/40 bg-bad/10 text-bad",
        solid: "border-transparent bg-cyan font-semibold text-cyan-ink",
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
