import { useLocation, useRevalidator } from "@remix-run/react";
import type { AuthChangeEvent } from "@supabase/supabase-js";
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { eventBetween, type AuthState } from "./auth-state";
import type { Viewer } from "@domain/accounts/viewer";
import { isAmong, sessionForms } from "~/route-facts";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

/** Who is signed in, as the page knows it. */
export interface Auth {
  user: { id: string; email: string } | null;
  /** Null for a visitor, and while the second factor is owed. */
  profile: Pick<Viewer, "fullName" | "avatarUrl" | "role"> | null;
  /** Whether someone is just signing in or out. */
  loading: boolean;
  /** The latest event. */
  event: AuthChangeEvent;
}

const AuthContext = createContext<Auth | null>(null);

/** Who is signed in. Throws outside `<AuthProvider>`. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth() is called outside <AuthProvider>.");
  return auth;
}

/**
 * Follows the root loader's session data, and turns it into supabase's events. The session itself
 * stays in cookies that no script reads.
 */
export function AuthProvider({
  authState,
  children,
}: {
  authState: AuthState;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const loading = isAmong(sessionForms, useNavigationInFlight().formAction ?? "");
  const [seen, setSeen] = useState<{ authState: AuthState; event: AuthChangeEvent }>({
    authState,
    event: "INITIAL_SESSION",
  });
  if (seen.authState !== authState) {
    const event = eventBetween(seen.authState, authState, pathname) ?? seen.event;
    setSeen({ authState, event });
  }
  const { event } = seen;
  useOtherTabs(authState, event);
  const auth = useMemo(
    (): Auth => ({
      user: authState.session && { id: authState.session.userId, email: authState.session.email },
      profile: authState.viewer,
      loading,
      event,
    }),
    [authState, loading, event],
  );
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>;
}

/**
 * Tells other tabs of this browser who is signed in here, and reloads this page's data when another
 * tab reports something else, or when the page returns from the back/forward cache. After a
 * sign-out there the document itself is loaded again: the scripts in it hold what it was rendered
 * from.
 */
function useOtherTabs({ session, viewer }: AuthState, event: AuthChangeEvent) {
  const { revalidate } = useRevalidator();
  const told = useRef(false);
  const here = JSON.stringify([session?.userId, session?.level, viewer]);

  useEffect(() => {
    const channel = new BroadcastChannel("auth");
    const lookAgain = () => {
      told.current = true;
      revalidate();
    };
    channel.onmessage = ({ data }) => {
      if (data !== here) lookAgain();
    };
    channel.postMessage(here);
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) lookAgain();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => {
      channel.close();
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [here, revalidate]);

  useEffect(() => {
    if (event === "SIGNED_OUT" && told.current) location.reload();
  }, [event]);
}
