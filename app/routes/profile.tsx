import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { AvatarError } from "~/account/profile/avatar.server";
import { requireUser } from "~/account/session/guards.server";
import { requireRoomForPicture } from "~/account/profile/picture-quota.server";
import { profileFields } from "~/account/profile/profile-fields";
import { ProfileForm, type ProfileResult } from "~/account/profile/profile-form";
import { saveProfile } from "~/account/profile/profile.server";
import { readForm } from "~/account/forms/read-form.server";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { pageMeta } from "~/seo/meta";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Profile Settings",
    description: "Your name and picture.",
    path: "/dashboard/profile",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context.session, request);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { claims, viewer } = await requireUser(context.session, request);
  const submission = parseWithZod(await readForm(request), {
    schema: profileFields,
  });
  // A file cannot be put back into its field.
  const result = (errors?: Record<string, string[]>): ProfileResult => ({
    reply: submission.reply({ hideFields: ["picture"], fieldErrors: errors }),
    saved: false,
  });
  if (submission.status !== "success") return data(result(), 400);
  const { fullName, picture, removePicture } = submission.value;
  try {
    if (picture) await requireRoomForPicture(viewer);
    await saveProfile(claims, {
      fullName,
      picture: picture
        ? await context.avatars.make(picture, claims.sub)
        : removePicture
          ? null
          : undefined,
    });
  } catch (error) {
    if (!(error instanceof AvatarError)) throw error;
    return data(result({ picture: [error.message] }), 400);
  }
  return data({ ...result(), saved: true });
}

/** The form of the action modal "Profile Settings", for those without scripts. */
export default function Profile() {
  const actionData = useActionData<typeof action>();
  return (
    <DashboardPage title="Profile Settings" lead="Your name and picture, as this site shows them.">
      <Panel title="Your details" className="max-w-2xl">
        <ProfileForm result={actionData} />
      </Panel>
    </DashboardPage>
  );
}
