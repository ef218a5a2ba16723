/** A toast that outlives a redirect: the next page shows it once. */
export interface FlashToast {
  title: string;
  description: string;
  variant: "default" | "success" | "destructive";
}
