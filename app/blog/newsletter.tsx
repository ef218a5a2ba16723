import { ComingSoonForm } from "~/coming-soon/coming-soon";
import { Button } from "~/ui/button";
import { CropMarks } from "~/ui/print-ornaments";
import { Input } from "~/ui/input";

/** The newsletter's box. Submitting shows the coming-soon notice. */
export function Newsletter({ heading, text }: { heading: string | null; text: string | null }) {
  return (
    <section aria-labelledby="newsletter" className="relative mt-20 p-8 sm:p-14">
      <CropMarks />
      <div className="grid items-center gap-8 lg:grid-cols-2">
        <div>
          <h2 id="newsletter" className="text-2xl font-semibold tracking-tight">
            {heading ?? "Newsletter"}
          </h2>
          {text && <p className="mt-2 text-muted">{text}</p>}
        </div>
        <ComingSoonForm label="Newsletter" className="flex flex-col gap-3 sm:flex-row">
          <Input
            type="email"
            name="email"
            autoComplete="email"
            placeholder="you@company.example"
            aria-label="Your email address"
          />
          <Button type="submit">Subscribe</Button>
        </ComingSoonForm>
      </div>
    </section>
  );
}
