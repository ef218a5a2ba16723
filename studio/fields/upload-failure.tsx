import type { AssetSource, AssetSourceUploadEvent } from "@sanity/types";
import { useToast } from "@sanity/ui";
import { Subject } from "rxjs";
import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { isRefusal, reasonOf } from "../lake/refusal";

/** The report about a file that could not be uploaded. */
interface Failure {
  title: string;
  description: string;
}

const failures = new Subject<Failure>();

/**
 * Shows why an upload failed, with the lake's message. Sanity's message, one for all failures,
 * refers to the console, and a guess in its place was wrong for most of them: only the lake knows
 * what it refused and why.
 */
export const uploadFailure = definePlugin({
  name: "upload-failure",
  form: {
    image: { assetSources: (sources) => sources.map(tellingWhy) },
    file: { assetSources: (sources) => sources.map(tellingWhy) },
  },
  studio: { components: { layout: TellUploadFailures } },
});

function TellUploadFailures(props: LayoutProps) {
  const toast = useToast();
  useEffect(() => {
    const telling = failures.subscribe((failure) =>
      toast.push({ status: "error", closable: true, duration: 20_000, ...failure }),
    );
    return () => telling.unsubscribe();
  }, [toast]);
  return props.renderDefault(props);
}

/** The source, whose failures are reported here and not by the field. */
function tellingWhy(source: AssetSource): AssetSource {
  if (!source.Uploader) return source;
  class Uploader extends source.Uploader {
    constructor() {
      super();
      super.subscribe((event) => failuresOf(event).forEach((failure) => failures.next(failure)));
    }

    override subscribe(subscriber: (event: AssetSourceUploadEvent) => void) {
      return super.subscribe((event) => {
        // The field would only show its own message for it.
        if (event.type !== "error") subscriber(event);
      });
    }
  }
  return { ...source, Uploader };
}

/** What to report once all files of an upload have finished. */
function failuresOf(event: AssetSourceUploadEvent): Failure[] {
  if (event.type !== "all-complete") return [];
  return event.files.flatMap(({ file, error }) =>
    error ? { title: `${file.name} was not uploaded`, description: reason(error) } : [],
  );
}

/**
 * The lake's own words, or what happened on the way to it. Any other error is the Studio's: it
 * finds no uploader for the file, such as for a PDF in a field of pictures, and sends no request.
 */
function reason(error: Error): string {
  if (isRefusal(error)) return reasonOf(error);
  return "isNetworkError" in error
    ? "The connection was lost during the upload. Upload the file again."
    : "This field does not accept files of this type.";
}
