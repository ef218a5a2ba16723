import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { changeMessages } from "@domain/messages/change-messages.server";
import { messageChanges } from "@domain/messages/message-list";
import { readMessage } from "@domain/messages/message-list.server";
import { readForm } from "~/account/forms/read-form.server";
import { requireAdmin } from "~/account/session/guards.server";
import { messageToast } from "~/admin/message-changed.server";
import { MessageFacts } from "~/admin/message-facts";
import { replyLink } from "~/admin/reply-link";
import { SectionHead } from "~/admin/section-head";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches, params }) =>
  pageMeta({
    matches,
    title: "Message",
    description: "What a visitor wrote in the contact form.",
    path: `/admin/messages/${params.id}`,
    index: false,
  });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "messages.read");
  const message = await readMessage(administrator, params.id ?? "");
  if (!message) throw new Response(null, { status: 404 });
  return { message, isMine: message.assignee === administrator.viewer.id };
}

const change = z.enum(messageChanges);

export async function action({ request, params, context }: ActionFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "messages.read");
  const intent = change.safeParse((await readForm(request)).get("intent"));
  const id = z.uuid().safeParse(params.id);
  if (!id.success) throw new Response(null, { status: 404 });
  if (!intent.success) return data({ problem: "That form is incomplete." }, 400);
  const changed = await changeMessages(administrator, [id.data], intent.data);
  await messageToast(context.responseHeaders, intent.data, changed);
  const isGone = intent.data === "delete";
  throw redirect(isGone ? "/admin/messages" : `/admin/messages/${id.data}`);
}

export default function AdminMessage() {
  const { message, isMine } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === "submitting";
  const buttons = [
    isMine ? (["unassign", "Unassign"] as const) : (["assign", "Assign to me"] as const),
    message.state === "open" ? (["close", "Close"] as const) : (["reopen", "Reopen"] as const),
    ["delete", "Delete"] as const,
  ];
  return (
    <section aria-labelledby="message">
      <Link to="/admin/messages" className="text-sm text-muted hover:text-foreground">
        ← Messages
      </Link>
      <div className="mt-3">
        <SectionHead id="message" title={message.subject} />
      </div>
      <MessageFacts message={message} />
      <p className="mt-5 rounded-lg border border-line bg-surface p-5 wrap-anywhere whitespace-pre-wrap sm:p-6">
        {message.text}
      </p>
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <Button asChild>
          <a href={replyLink(message)}>
            <Icon name="mail" />
            Reply by email
          </a>
        </Button>
        {buttons.map(([intent, text]) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            variant={intent === "delete" ? "destructive" : "outline"}
            busy={busy}
          >
            {text}
          </Button>
        ))}
      </Form>
    </section>
  );
}
