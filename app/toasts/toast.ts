/** What a toast says, and how long it stays. */
export interface Toast {
  title: string;
  description?: string;
  variant?: FlashToast["variant"];
  /**
   * How long it stays, in ms: 5000 when left out. The timer stops under the pointer and the focus.
   */
  duration?: number;
}

/** A toast that outlives a redirect: the next page shows it once. */
export interface FlashToast {
  title: string;
  description: string;
  variant: "default" | "success" | "destructive";
}
