import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useToast } from "~/toasts/toasts";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Label } from "~/ui/label";
import { textLink } from "~/account/forms/account-card";
import { useAuth } from "~/account/session/auth-provider";
import { FormField } from "~/account/forms/form-field";
import { maxPictureMegabytes } from "./max-picture-size";
import type { ProfileFields } from "./profile-fields";
import { usePreparedPicture } from "./use-prepared-picture";

/** The response to saving a profile. */
export interface ProfileResult {
  reply: SubmissionResult<string[]>;
  saved: boolean;
}

/**
 * A user's name and picture. Submits without leaving the page; without scripts, to a page of its
 * own.
 *
 * @param result the server's response to a form that was sent without scripts
 */
export function ProfileForm({ result, onSaved }: { result?: ProfileResult; onSaved?: () => void }) {
  const { user, profile } = useAuth();
  const { toast } = useToast();
  const fetcher = useFetcher<ProfileResult>();
  const latest = fetcher.data ?? result;
  const [form, fields] = useForm<ProfileFields>({
    lastResult: latest?.saved ? undefined : latest?.reply,
    defaultValue: { fullName: profile?.fullName ?? "" },
  });
  const { preview, prepare, forget } = usePreparedPicture();
  const [removed, setRemoved] = useState(false);
  const busy = fetcher.state !== "idle";

  const shown = useRef(fetcher.data);
  useEffect(() => {
    if (fetcher.state !== "idle" || shown.current === fetcher.data) return;
    shown.current = fetcher.data;
    if (!fetcher.data?.saved) return;
    forget();
    setRemoved(false);
    toast({ title: "Profile saved", variant: "success" });
    onSaved?.();
  }, [fetcher.state, fetcher.data, forget, toast, onSaved]);

  const { key, ...pictureProps } = getInputProps(fields.picture, { type: "file" });
  return (
    <fetcher.Form
      method="post"
      action="/dashboard/profile"
      encType="multipart/form-data"
      {...getFormProps(form)}
      className="grid gap-6"
    >
      <div className="flex items-center gap-5 max-sm:flex-col max-sm:items-start">
        <Avatar
          name={profile?.fullName ?? null}
          src={preview ?? (removed ? null : (profile?.avatarUrl ?? null))}
          size={88}
        />
        <Field
          id={fields.picture.id}
          label="Picture"
          hint={`JPEG, PNG, WebP, AVIF or GIF, up to ${maxPictureMegabytes} MB. It is cropped to a square.`}
          error={fields.picture.errors}
          className="min-w-0 flex-1 max-sm:w-full"
        >
          {(control) => (
            <input
              {...pictureProps}
              {...control}
              key={key}
              accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
              onChange={prepare}
              className="w-full rounded-lg text-sm text-muted file:mr-3 file:h-9 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-faint file:bg-transparent file:px-3.5 file:font-semibold file:text-foreground hover:file:bg-surface-3"
            />
          )}
        </Field>
      </div>
      {profile?.avatarUrl && !preview && (
        <div className="flex items-center gap-3">
          <Checkbox
            id={fields.removePicture.id}
            name={fields.removePicture.name}
            checked={removed}
            onChange={({ target }) => setRemoved(target.checked)}
          />
          <Label htmlFor={fields.removePicture.id}>Show my initials instead of a picture</Label>
        </div>
      )}
      <FormField meta={fields.fullName} label="Name" type="text" autoComplete="name" />
      <dl className="grid gap-1.5">
        <dt className="text-[0.9375rem] font-medium">Email</dt>
        <dd className="flex flex-wrap gap-x-4 wrap-anywhere text-muted">
          {user?.email}
          {/* A fresh page: it opens from a dialog, too, which must not stay open. */}
          <Link to="/dashboard/profile/email" reloadDocument className={textLink}>
            Change the address
          </Link>
        </dd>
      </dl>
      <div className="flex items-center gap-4">
        <Button type="submit" busy={busy}>
          {busy ? "Saving …" : "Save profile"}
        </Button>
        <p role="status" className="text-[0.9375rem] text-good empty:hidden">
          {latest?.saved && !busy && "Saved."}
        </p>
      </div>
    </fetcher.Form>
  );
}
