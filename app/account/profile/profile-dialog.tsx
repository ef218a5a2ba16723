import { ProfileForm } from "./profile-form";
import { Dialog } from "~/ui/dialog";

/** The action modal of the Profile item. */
export default function ProfileDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Profile Settings"
      description="Your name and picture, as this site shows them."
    >
      <ProfileForm onSaved={onClose} />
    </Dialog>
  );
}
