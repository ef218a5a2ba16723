import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm } from "~/account/forms/read-form.server";
import { ContactCards } from "~/contact/contact-cards";
import { linkedSubject } from "~/contact/inquiry";
import { InquiryForm } from "~/contact/inquiry-form";
import { messageAction, messageTicketAction } from "~/contact/message-action.server";
import { MessageForm } from "~/contact/message-form";
import { readInquiry } from "~/contact/read-inquiry.server";
import { contactStructuredData } from "~/contact/structured-data";
import { contactPageQuery } from "~/content/queries/contact-page";
import { contactFormQuery, siteSettingsQuery } from "~/content/queries/site-settings";
import { FaqCard } from "~/contact/faq-card";
import { readContent } from "~/content/reading/read.server";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { Container } from "~/ui/container";
import { CropMarks, InkBar } from "~/ui/print-ornaments";
import { PageHero } from "~/ui/page-hero";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.page?.seo,
    title: data?.page?.heading || "Contact",
    description: data?.page?.lead,
    path: "/contact",
  });

/** Whether the form sends a message; else it opens the visitor's email client. */
async function sendsMessages() {
  return (await readContent(contactFormQuery))?.contactForm === "messages";
}

export async function loader({ request }: LoaderFunctionArgs) {
  const parameter = new URL(request.url).searchParams.get("subject");
  return {
    page: await readContent(contactPageQuery),
    sendsMessages: await sendsMessages(),
    subject: linkedSubject(parameter),
    // A mail program accepts attachments, but a mailto link does not.
    isApplication: parameter === "GeneralApplication",
  };
}

/**
 * Takes a message, where the site settings have them. Else the form comes without scripts, with
 * which the browser cannot put it into a mail: the response contains the mail as a link.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  if (await sendsMessages()) {
    if (form.get("intent") === "ticket") return messageTicketAction();
    const site = await readContent(siteSettingsQuery);
    return messageAction(form, site?.emails?.general ?? null, args);
  }
  const reading = readInquiry(form);
  return data(reading, reading.inquiry ? 200 : 400);
}

const unanswered = { inquiry: null, validationErrors: null, sent: null };

export default function Contact() {
  const { page, sendsMessages, subject, isApplication } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { site, origin } = useRootData();
  return (
    <Editing id="contactPage" type="contactPage">
      <PageHero
        breadcrumbs={<Breadcrumbs trail={[{ name: "Contact", path: "/contact" }]} />}
        title={page?.heading || "Contact"}
        lead={page?.lead}
      />
      <Container className="grid items-start gap-x-16 gap-y-12 pb-20 sm:pb-28 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div id="inquiry" className="relative xl:-m-7 xl:p-7">
          <CropMarks className="max-xl:hidden" />
          <section
            aria-labelledby="inquiry-title"
            className="overflow-hidden rounded-lg border border-line-strong bg-surface"
          >
            <InkBar />
            <div className="p-5 sm:p-8">
              <h2 id="inquiry-title" className="text-xl font-semibold tracking-tight">
                {page?.formHeading || "Send us a message"}
              </h2>
              {page?.formLead && <p className="mt-1.5 text-muted">{page.formLead}</p>}
              <div className="mt-7">
                {sendsMessages ? (
                  <MessageForm
                    // Another link to this page brings another subject.
                    key={subject}
                    subject={subject}
                    hint={
                      isApplication ? "Add a link to your resume: no files can be sent." : undefined
                    }
                    reply={
                      actionData && "ticket" in actionData && "typed" in actionData
                        ? actionData
                        : undefined
                    }
                  />
                ) : (
                  <InquiryForm
                    key={subject}
                    to={site?.emails?.general ?? null}
                    subject={subject}
                    hint={
                      isApplication
                        ? "Attach your resume in your email client before you send."
                        : undefined
                    }
                    result={actionData && "inquiry" in actionData ? actionData : unanswered}
                  />
                )}
              </div>
            </div>
          </section>
        </div>
        <ContactCards page={page} site={site} className="lg:row-span-2" />
        <FaqCard page={page} />
      </Container>
      <JsonLd node={contactStructuredData(page, site, origin)} />
    </Editing>
  );
}
