import { Button } from "@sanity/ui";
import { useEffect, useSyncExternalStore } from "react";
import type { LayoutProps } from "sanity";
import type { Exclusion } from "./wait-for-sign-in";
import { lakeSession } from "./lake-session";
import { ConnectionNotice } from "./connection-notice";
import { OwnSiteOnly, SteadyHeading, StillStatus, TitlesAsTyped } from "../studio-styles";
import { NoticeBar } from "../notice-bar";

const words: Record<Exclusion, { title: string; advice: string }> = {
  "signed out": {
    title: "You are signed out",
    advice:
      "Your session has ended. Log in again in another tab: then this page continues where it was, with everything you wrote.",
  },
  "no editor": {
    title: "You are no longer an editor",
    advice:
      "The Studio no longer accepts changes from your account. Once an administrator has given the role back, or you have logged in as an editor in another tab, this page continues where it was, with everything you wrote.",
  },
  "someone else": {
    title: "Someone else is signed in",
    advice:
      "Someone signed in with another account in this browser. What you typed here is not saved under that account: log in as yourself in another tab, and this page continues where it was. To continue as the other account, reload the page; what is not saved yet is offered to you when you next open its document as yourself.",
  },
};

const subscribe = (changed: () => void) => {
  const following = lakeSession.exclusion.subscribe(changed);
  return () => following.unsubscribe();
};

/** Says above the Studio why the lake refuses its user, or why edits cannot be saved now. */
export function StudioLayout(props: LayoutProps) {
  const reason = useSyncExternalStore(subscribe, () => lakeSession.exclusion.value);
  return (
    <div style={{ display: "flex", flexDirection: "column", height: "100%" }}>
      <OwnSiteOnly />
      <StillStatus />
      <SteadyHeading />
      <TitlesAsTyped />
      <ConnectionNotice isExcluded={reason !== null} />
      {reason && <SessionNotice reason={reason} />}
      {/* Sanity's page has no landmark that a screen reader could go to. */}
      <main style={{ flex: 1, minHeight: 0 }}>{props.renderDefault(props)}</main>
    </div>
  );
}

function SessionNotice({ reason }: { reason: Exclusion }) {
  const { title, advice } = words[reason];
  useEffect(() => {
    const field = document.activeElement;
    return () => {
      // The link that led to the log-in had the focus, and goes with this notice.
      if (field instanceof HTMLElement && document.activeElement === document.body) field.focus();
    };
  }, []);
  return (
    <NoticeBar role="dialog" tone="critical" title={title} actions={<LogIn />}>
      {advice}
    </NoticeBar>
  );
}

const LogIn = () => (
  <Button
    as="a"
    // Also while another account is signed in.
    href="/login?another&redirectTo=/studio"
    target="_blank"
    rel="noreferrer"
    tone="primary"
    text="Log in"
    // A click leaves the focus in the field, which keeps its caret.
    onMouseDown={(event) => event.preventDefault()}
  />
);
