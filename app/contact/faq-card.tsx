import type { ContactPageQueryResult } from "~/content/types.generated";
import { CallToAction } from "~/ui/call-to-action";
import { Card } from "~/ui/card";

/** Links visitors with a common question to its answer. */
export function FaqCard({ page }: { page: ContactPageQueryResult }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 sm:px-8">
      <div className="max-w-sm">
        <h2 className="text-lg font-semibold tracking-tight">
          {page?.faqHeading || "Frequently asked questions"}
        </h2>
        {page?.faqText && <p className="mt-1 text-[0.9375rem] text-muted">{page.faqText}</p>}
      </div>
      <CallToAction
        link={page?.faqCta}
        fallback={{ label: "Read the FAQ", href: "/#faq" }}
        variant="outline"
      />
    </Card>
  );
}
