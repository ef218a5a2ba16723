import { Button } from "~/ui/button";
import { CodeBlock } from "~/ui/code-block";
import { Dialog } from "~/ui/dialog";
import { SiteLink } from "~/ui/site-link";
import type { Feature } from "./feature-card";

/** A feature's example call, and the link to its documentation. */
export default function FeatureDialog({
  feature,
  onClose,
}: {
  feature: Feature | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={feature !== null}
      onClose={onClose}
      size="wide"
      title={feature?.title}
      description={feature?.desc}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button asChild>
            <SiteLink href={feature?.apiDocLink} onClick={onClose}>
              View API Docs
            </SiteLink>
          </Button>
        </>
      }
    >
      {feature?.endpoint && (
        <p className="-mt-2 flex flex-wrap gap-x-3 font-mono text-sm">
          <span className="font-medium text-cyan">{feature.endpoint.method}</span>
          <span className="break-all text-paper-2">{feature.endpoint.path}</span>
        </p>
      )}
      {feature?.codeExample && <CodeBlock code={feature.codeExample} />}
    </Dialog>
  );
}
