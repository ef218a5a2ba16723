import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Container } from "~/ui/container";
import { CropMarks, RegistrationMark } from "~/ui/print-ornaments";
import { SiteLink } from "~/ui/site-link";

interface Words {
  title: string;
  text: string;
  /** Without a URL: this page again. */
  links: { label: string; href?: string }[];
}

const home = { label: "Back to the home page", href: "/" };
const contact = { label: "Contact us", href: "/contact" };

const notFound: Words = {
  title: "Page Not Found",
  text: "The page you are looking for does not exist, or has moved to another address.",
  links: [home, { label: "Sitemap", href: "/sitemap" }, contact],
};

const failed: Words = {
  title: "Something went wrong",
  text: "The error is on our side, and we have logged it. Please try again.",
  links: [home, contact],
};

const words: Record<number, Words> = {
  403: {
    title: "Not for your account",
    text: "You are signed in, but this page requires a permission that your account does not have.",
    links: [home, contact],
  },
  404: notFound,
  500: failed,
  503: {
    title: "Back in a moment",
    text: "A service behind this page is not responding right now. Please try again in a few seconds.",
    links: [{ label: "Try again" }, home],
  },
  507: {
    title: "Nothing can be saved right now",
    text: "We have run out of storage space, so what you sent was not saved. Everything saved before is still there. Please try again later.",
    links: [home, contact],
  },
};

/** What the visitor reads in the head of an error page. */
export function errorTitle(status: number): string {
  return wordsFor(status).title;
}

/** The page of an error. Names no internals: the cause is in the log. */
export function ErrorPage({ status, children }: { status: number; children?: ReactNode }) {
  const { title, text, links } = wordsFor(status);
  const { pathname, search } = useLocation();
  return (
    <Container className="grid min-h-[70vh] place-items-center py-16">
      <div className="relative w-full max-w-xl p-10 sm:p-16">
        <CropMarks />
        <p className="flex items-center gap-2.5 font-mono text-sm text-faint">
          <RegistrationMark className="text-mark" />
          Error {status}
        </p>
        <h1 className="mt-5 text-title font-semibold">{title}</h1>
        <p className="mt-5 text-lead text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {links.map(({ label, href }, index) => (
            <Button key={label} asChild variant={index === 0 ? "default" : "outline"}>
              {href ? (
                <SiteLink href={href}>{label}</SiteLink>
              ) : (
                <a href={pathname + search}>{label}</a>
              )}
            </Button>
          ))}
        </div>
        {children}
      </div>
    </Container>
  );
}

function wordsFor(status: number): Words {
  return words[status] ?? (status < 500 ? notFound : failed);
}
