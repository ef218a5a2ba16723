import { useRootData } from "~/document/root-data";
import { useToast } from "~/toasts/toasts";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Copies the URL of a release. Without scripts the version itself is the link. */
export function CopyLink({ version }: { version: string }) {
  const { origin } = useRootData();
  const { toast } = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(`${origin}/changelog#${version}`);
      toast({
        title: "Link Copied!",
        description: `The URL of ${version} is on the clipboard.`,
      });
    } catch {
      toast({ title: "Error", description: "Could not copy link.", variant: "destructive" });
    }
  }

  return (
    <Button
      variant="ghost"
      size="xs"
      data-noscript="hide"
      data-print="hide"
      aria-label={`Copy the link to ${version}`}
      onClick={copy}
    >
      <Icon name="link-2" className="text-base" />
    </Button>
  );
}
