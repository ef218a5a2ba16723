import { Card, Flex, Stack, Text } from "@sanity/ui";
import { useId, type ReactNode } from "react";

interface NoticeBarProps {
  role: "alert" | "dialog";
  tone: "caution" | "critical";
  title: string;
  actions?: ReactNode;
  /** What is wrong, and what to do. */
  children: ReactNode;
}

/** A message above the Studio, which makes room for it: nothing that is being typed is covered. */
export function NoticeBar({ role, tone, title, actions, children }: NoticeBarProps) {
  const label = useId();
  return (
    <Card
      role={role}
      aria-labelledby={label}
      tone={tone}
      borderBottom
      padding={4}
      // Above the dialog of a block, too.
      style={{ flex: "none", position: "relative", zIndex: 2_000 }}
    >
      <Flex align="center" gap={4} wrap="wrap">
        <Stack space={3} flex={1} style={{ minWidth: "16rem" }}>
          <Text id={label} size={1} weight="semibold">
            {title}
          </Text>
          <Text size={1} role={role === "dialog" ? "alert" : undefined}>
            {children}
          </Text>
        </Stack>
        {actions}
      </Flex>
    </Card>
  );
}
