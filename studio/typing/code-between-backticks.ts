import type { PortableTextPluginsProps } from "sanity";

type Typography = NonNullable<PortableTextPluginsProps["plugins"]["typography"]>;

/**
 * Leaves what is typed after a backtick as it is: it is code once the next one is typed, and had
 * curly quotes and a dash for two hyphens by then.
 */
export function exceptCode({ guard, ...typography }: Typography): Typography {
  return {
    ...typography,
    guard: (rule) => {
      const isInCode = rule.event.textBefore.split("`").length % 2 === 0;
      return !isInCode && (guard?.(rule) ?? true);
    },
  };
}
