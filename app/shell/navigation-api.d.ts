/**
 * The part of the browsers' Navigation API that we use: TypeScript's own library does not have it
 * yet.
 */
interface NavigateEvent extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
  readonly userInitiated: boolean;
}

interface Window {
  readonly navigation?: {
    addEventListener(type: "navigate", listener: (event: NavigateEvent) => void): void;
  };
}
