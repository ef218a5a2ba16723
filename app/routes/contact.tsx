import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContactCards } from "~/contact/contact-cards";
import { linkedSubject } from "~/contact/enquiry";
import { EnquiryForm } from "~/contact/enquiry-form";
import { readEnquiry } from "~/contact/enquiry.server";
import { contactStructuredData } from "~/contact/structured-data";
import { contactPageQuery } from "~/content/contactPage";
import { readContent } from "~/content/read.server";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/shell/root-data";
import { CallToAction } from "~/ui/call-to-action";
import { Container } from "~/ui/container";
import { CropMarks, InkBar } from "~/ui/marks";
import { PageHero } from "~/ui/page-hero";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.page?.seo,
    title: data?.page?.heading || "Contact",
    description: data?.page?.lead,
    path: "/contact",
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const parameter = new URL(request.url).searchParams.get("subject");
  return {
    page: await readContent(contactPageQuery),
    subject: linkedSubject(parameter),
    // A mail program takes attachments, a link to it does not.
    isApplication: parameter === "GeneralApplication",
  };
}

/** Without scripts the browser cannot put a form into a mail: the answer carries the mail as a link. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null);
  if (!form) throw new Response(null, { status: 400 });
  const reading = readEnquiry(form);
  return data(reading, reading.enquiry ? 200 : 400);
}

const unanswered = { enquiry: null, mistakes: null, sent: null };

export default function Contact() {
  const { page, subject, isApplication } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { site, origin } = useRootData();
  return (
    <>
      <PageHero
        trail={[{ name: "Contact", path: "/contact" }]}
        title={page?.heading || "Contact"}
        lead={page?.lead}
      />
      <Container className="grid items-start gap-x-16 gap-y-14 pb-20 sm:pb-28 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <div id="enquiry" className="relative sm:-m-7 sm:p-7">
          <CropMarks className="max-sm:hidden" />
          <section
            aria-labelledby="enquiry-title"
            className="overflow-hidden rounded-lg border border-line-strong bg-ink-900"
          >
            <InkBar />
            <div className="p-5 sm:p-8">
              <h2 id="enquiry-title" className="text-xl font-semibold tracking-tight">
                {page?.formHeading || "Send us a message"}
              </h2>
              {page?.formLead && <p className="mt-1.5 text-paper-2">{page.formLead}</p>}
              <div className="mt-7">
                <EnquiryForm
                  // Another link to this page brings another subject.
                  key={subject}
                  to={site?.emails?.general ?? null}
                  subject={subject}
                  hint={
                    isApplication
                      ? "Attach your resume in your email client before you send."
                      : undefined
                  }
                  answer={answer ?? unanswered}
                />
              </div>
            </div>
          </section>
        </div>
        <ContactCards page={page} site={site} />
      </Container>
      <section aria-labelledby="faq-title" className="border-t border-line bg-ink-900">
        <Container className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 py-12 sm:py-14">
          <div className="max-w-2xl">
            <h2 id="faq-title" className="text-xl font-semibold tracking-tight">
              {page?.faqHeading || "Frequently asked questions"}
            </h2>
            {page?.faqText && <p className="mt-1.5 text-paper-2">{page.faqText}</p>}
          </div>
          <CallToAction
            link={page?.faqCta}
            fallback={{ label: "Read the FAQ", href: "/#faq" }}
            variant="outline"
          />
        </Container>
      </section>
      <JsonLd node={contactStructuredData(page, site, origin)} />
    </>
  );
}
