import { Field, useField } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { Badge } from "~/ui/badge";
import { CopyButton } from "~/ui/code-block";
import { SiteLink } from "~/ui/site-link";
import { Endpoint } from "./endpoint";

interface FeatureHeadProps {
  feature: {
    title: string;
    slug: string;
    desc: string;
    badgeText: string | null;
    endpoint: { method: string; path: string } | null;
    apiDocLink: string;
  };
  /** The title of the overview. */
  heading: string;
}

/** The head of a feature's page: its breadcrumbs, its description, and its call. */
export function FeatureHead({ feature, heading }: FeatureHeadProps) {
  const { title, slug, desc, badgeText, endpoint, apiDocLink } = feature;
  const path = `/docs/${slug}`;
  const field = useField();
  return (
    <header>
      <Breadcrumbs
        trail={[
          { name: heading, path: "/docs" },
          { name: title, path },
        ]}
      />
      <h1
        className="flex flex-wrap items-center gap-x-4 gap-y-2 text-title font-semibold"
        {...field("title")}
      >
        {title}
        {badgeText && (
          <Badge tone="mark" className="tracking-normal">
            {badgeText}
          </Badge>
        )}
      </h1>
      <Field as="p" path="desc" className="mt-4 max-w-2xl text-lead text-muted">
        {desc}
      </Field>
      {endpoint && (
        <div className="mt-7 flex min-h-12 items-center justify-between gap-4 rounded-lg border border-line bg-surface py-1.5 pr-2 pl-4">
          <Endpoint endpoint={endpoint} className="text-sm sm:text-[0.9375rem]" />
          <CopyButton text={endpoint.path} label="Copy the path" />
        </div>
      )}
      {apiDocLink !== path && (
        <p className="mt-4 text-[0.9375rem]">
          <SiteLink
            href={apiDocLink}
            className="text-action underline decoration-action/40 underline-offset-4 hover:decoration-action"
          >
            Full reference
          </SiteLink>
        </p>
      )}
    </header>
  );
}
