import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { OperationDrawing } from "~/ui/operations/operation-drawing";
import { SiteLink } from "~/ui/site-link";
import { CallPanel } from "../sample-call/call-panel";
import type { Feature } from "./feature-card";

/** A feature's example call, and the link to its documentation. */
export default function FeatureDialog({
  feature,
  onClose,
}: {
  feature: Feature | null;
  onClose: () => void;
}) {
  const code = feature?.codeExample?.code;
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
      {feature && code && (
        <div className="overflow-hidden rounded-lg border border-line bg-surface-2">
          <CallPanel title={feature.title} endpoint={feature.endpoint} code={code} />
          {feature.drawing && (
            <div className="border-t border-dashed border-line-strong bg-surface p-5">
              <OperationDrawing name={feature.drawing} className="mx-auto h-24 max-w-full" />
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
