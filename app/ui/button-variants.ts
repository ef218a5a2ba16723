import { cva, type VariantProps } from "class-variance-authority";

/** The class names of a button: for `<Button>`, and for links that look like one. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-semibold whitespace-nowrap transition-[color,background-color,border-color,box-shadow,filter] select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-[1.15em] [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "border-transparent bg-cyan text-cyan-ink hover:[filter:brightness(1.1)]",
        destructive: "border-transparent bg-bad text-ink-950 hover:[filter:brightness(1.1)]",
        outline: "border-line-control text-paper hover:border-paper-3 hover:bg-ink-800",
        secondary: "border-line bg-ink-800 text-paper hover:border-line-strong hover:bg-line",
        ghost: "border-transparent text-paper-2 hover:bg-ink-800 hover:text-paper",
        link: "border-transparent rounded-md text-cyan underline decoration-cyan/40 underline-offset-4 hover:decoration-cyan",
        premium: "border-transparent bg-yellow text-ink-950 hover:[filter:brightness(1.1)]",
        success: "border-transparent bg-good text-ink-950 hover:[filter:brightness(1.1)]",
        warning: "border-yellow/40 bg-yellow/10 text-yellow hover:border-yellow hover:bg-yellow/15",
        info: "border-cyan/40 bg-cyan/10 text-cyan hover:border-cyan hover:bg-cyan/15",
        dark: "border-line-strong bg-ink-950 text-paper hover:bg-ink-850",
        light: "border-transparent bg-paper text-ink-950 hover:[filter:brightness(1.1)]",
        // Plates slightly out of register: the two other inks show from under the cyan.
        cta: "border-transparent bg-cyan text-cyan-ink [box-shadow:0_0_0_0_var(--color-magenta),0_0_0_0_var(--color-yellow)] hover:[box-shadow:3px_3px_0_0_var(--color-magenta),6px_6px_0_0_var(--color-yellow)] active:[box-shadow:1px_1px_0_0_var(--color-magenta),2px_2px_0_0_var(--color-yellow)]",
        subtle: "border-transparent bg-ink-850 text-paper-2 hover:bg-ink-800 hover:text-paper",
        glow: "border-cyan/40 bg-cyan/10 text-paper [box-shadow:0_0_24px_-4px_var(--color-cyan)] hover:border-cyan hover:[box-shadow:0_0_32px_-2px_var(--color-cyan)]",
      },
      size: {
        default: "h-11 px-5 text-[0.9375rem]",
        sm: "h-9 px-3.5 text-sm",
        lg: "h-13 px-7 text-base",
        icon: "size-11 text-base",
        xs: "h-7 px-2.5 text-xs",
      },
    },
    compoundVariants: [{ variant: "link", class: "h-auto! px-0! py-1" }],
    defaultVariants: { variant: "default", size: "default" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonVariants>;
