import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { changeMessages } from "@domain/messages/change-messages.server";
import { chosenMessages, listChanges, messageFilter } from "@domain/messages/message-list";
import { listMessages } from "@domain/messages/message-list.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { readForm } from "~/account/forms/read-form.server";
import { requireAdmin } from "~/account/session/guards.server";
import { messageToast } from "~/admin/message-changed.server";
import { MessageFilterForm } from "~/admin/message-filter-form";
import { MessageTable } from "~/admin/message-table";
import { Pager } from "~/ui/pager";
import { SectionHead } from "~/admin/section-head";
import { SelectionForm } from "~/admin/selection-form";
import { contactFormQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Messages",
    description: "What visitors write in the contact form.",
    path: "/admin/messages",
    index: false,
  });

/** Messages on one page, all of which one change may take. */
const maxRows = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "messages.read");
  const filter = readFilter(request, messageFilter);
  const { messages, next } = await listMessages(administrator, filter, maxRows);
  const { q, state } = filter;
  return {
    filter: { q, state },
    messages: messages.map(({ id, name, email, subject, state, assigneeName, createdAt }) => ({
      ...{ id, name, email, subject, state, assigneeName, createdAt },
    })),
    next,
    isOn: (await readContent(contactFormQuery))?.contactForm === "messages",
  };
}

const listChange = z.enum(["close", "delete"]);

export async function action({ request, context }: ActionFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "messages.read");
  const form = await readForm(request);
  const change = listChange.safeParse(form.get("intent"));
  const ids = chosenMessages.safeParse(form.getAll("id"));
  if (!change.success) return data({ problem: "That form is incomplete." }, 400);
  if (!ids.success) return data({ problem: ids.error.issues[0]?.message ?? null }, 400);
  const changed = await changeMessages(administrator, ids.data, change.data);
  await messageToast(context.responseHeaders, change.data, changed);
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname + search);
}

export default function AdminMessages() {
  const { filter, messages, next, isOn } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <section aria-labelledby="messages">
      <SectionHead
        id="messages"
        title="Messages"
        lead={
          isOn
            ? "What visitors write in the contact form."
            : "The contact form opens the visitor’s email client. Site settings → Behavior in the Studio has it send messages here instead."
        }
      />
      <MessageFilterForm filter={filter} />
      <div className="mt-5 empty:hidden">
        <FormError>{problem}</FormError>
      </div>
      <SelectionForm
        // Another list has other boxes.
        key={messages.map(({ id, state }) => id + state).join()}
        method="post"
        total={messages.length}
        buttons={() =>
          Object.entries(listChanges).map(([value, text]) => (
            <Button
              key={value}
              type="submit"
              name="intent"
              value={value}
              size="sm"
              variant="secondary"
            >
              {text}
            </Button>
          ))
        }
      >
        <MessageTable
          messages={messages}
          empty={
            filter.state === "open" && !filter.q
              ? "No messages are open."
              : "No messages of that kind."
          }
        />
      </SelectionForm>
      <Pager next={next} />
    </section>
  );
}
