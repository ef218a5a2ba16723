import { Box, Button, Dialog, Flex, Text } from "@sanity/ui";
import { useSyncExternalStore } from "react";
import type { LayoutProps } from "sanity";
import type { Exclusion } from "./session-guard";
import { lakeAdmission } from "./client";
import { ConnectionNotice } from "./connection-notice";
import { OwnSiteOnly, StillStatus } from "./hide-cloud-links";

const words: Record<Exclusion, { title: string; advice: string }> = {
  "signed out": {
    title: "You are signed out",
    advice:
      "Your session has ended. Log in again in another tab: then this page goes on where it was, with everything you wrote.",
  },
  "no editor": {
    title: "You are no longer an editor",
    advice:
      "The Studio takes nothing from your account any more. Once an administrator has given the role back, or you have logged in as an editor in another tab, this page goes on where it was, with everything you wrote.",
  },
  "somebody else": {
    title: "Somebody else is signed in",
    advice:
      "Another account has logged in in this browser. What you typed here is not saved in its name: log in as yourself in another tab, and this page goes on where it was. To go on as the other account, reload the page; what is not saved yet is gone then.",
  },
};

const subscribe = (changed: () => void) => {
  const following = lakeAdmission.exclusion.subscribe(changed);
  return () => following.unsubscribe();
};

/** Covers the Studio while the lake refuses its user, and says why. */
export function StudioLayout(props: LayoutProps) {
  const reason = useSyncExternalStore(subscribe, () => lakeAdmission.exclusion.value);
  return (
    <>
      {/* Sanity's page has no landmark that a screen reader could go to. */}
      <main style={{ display: "contents" }}>{props.renderDefault(props)}</main>
      <OwnSiteOnly />
      <StillStatus />
      <ConnectionNotice />
      {reason && (
        <Dialog
          id="signed-out"
          header={words[reason].title}
          width={0}
          zOffset={1_000}
          footer={<LogIn />}
          // Typing continues in its field. With the focus on the button, the next Enter opened a
          // new tab.
          __unstable_autoFocus={false}
        >
          <Box padding={4} role="alert">
            <Text>{words[reason].advice}</Text>
          </Box>
        </Dialog>
      )}
    </>
  );
}

const LogIn = () => (
  <Flex justify="flex-end" padding={3}>
    <Button
      as="a"
      href="/login?redirectTo=/studio"
      target="_blank"
      rel="noreferrer"
      tone="primary"
      text="Log in"
    />
  </Flex>
);
