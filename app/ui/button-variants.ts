import { cva, type VariantProps } from "class-variance-authority";

/** The class names of a button: for `<Button>`, and for links that look like one. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-semibold whitespace-nowrap transition-[color,background-color,border-color,box-shadow,filter] select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-[1.15em] [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "border-transparent bg-action text-on-action hover:[filter:brightness(1.1)]",
        destructive: "border-transparent bg-bad text-ground hover:[filter:brightness(1.1)]",
        outline: "border-line-control text-foreground hover:border-faint hover:bg-surface-3",
        secondary:
          "border-line bg-surface-3 text-foreground hover:border-line-strong hover:bg-line",
        ghost: "border-transparent text-muted hover:bg-surface-3 hover:text-foreground",
        link: "border-transparent rounded-md text-action underline decoration-action/40 underline-offset-4 hover:decoration-action",
        premium: "border-transparent bg-highlight text-ground hover:[filter:brightness(1.1)]",
        success: "border-transparent bg-good text-ground hover:[filter:brightness(1.1)]",
        warning:
          "border-highlight/40 bg-highlight/10 text-highlight hover:border-highlight hover:bg-highlight/15",
        info: "border-action/40 bg-action/10 text-action hover:border-action hover:bg-action/15",
        dark: "border-line-strong bg-ground text-foreground hover:bg-surface-2",
        light: "border-transparent bg-foreground text-ground hover:[filter:brightness(1.1)]",
        // Plates slightly out of register: the two other inks show from under the cyan.
        cta: "border-transparent bg-action text-on-action [box-shadow:0_0_0_0_var(--color-mark),0_0_0_0_var(--color-highlight)] hover:[box-shadow:3px_3px_0_0_var(--color-mark),6px_6px_0_0_var(--color-highlight)] active:[box-shadow:1px_1px_0_0_var(--color-mark),2px_2px_0_0_var(--color-highlight)]",
        subtle:
          "border-transparent bg-surface-2 text-muted hover:bg-surface-3 hover:text-foreground",
        glow: "border-action/40 bg-action/10 text-foreground [box-shadow:0_0_24px_-4px_var(--color-action)] hover:border-action hover:[box-shadow:0_0_32px_-2px_var(--color-action)]",
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
