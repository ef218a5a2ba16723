import type { AboutPageQueryResult } from "~/content/types.generated";
import { useRootData } from "~/document/root-data";
import { Button } from "~/ui/button";
import { downloadOf } from "~/ui/download";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";

type Page = NonNullable<AboutPageQueryResult>;

/** Downloads for those who write about the company. Renders nothing without a file. */
export function PressKit({ pressKit }: Pick<Page, "pressKit">) {
  const { images } = useRootData();
  const download = downloadOf(images, pressKit);
  if (!download) return null;
  return (
    <Section
      id="press-kit"
      title={pressKit?.title || "Press kit"}
      intro={pressKit?.description}
      fields={{ title: "pressKit.title", intro: "pressKit.description" }}
      aside={
        <Button asChild variant="outline" size="lg" className="max-sm:w-full">
          <a href={download.url} download>
            <Icon name="download" />
            Download
            <span className="font-mono text-[0.8125rem] font-normal text-muted">
              {download.facts}
            </span>
          </a>
        </Button>
      }
    />
  );
}
