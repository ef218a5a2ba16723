import { requestSamples } from "~/api-calls/request-samples";
import { ShortCode } from "~/ui/short-code";

interface CallInProps {
  /** The id of a language, such as "python". */
  language: string;
  /** The call with curl. */
  code: string;
  label: string;
}

/** An example call in another language than curl; as it is where it cannot be translated. */
export default function CallIn({ language, code, label }: CallInProps) {
  const samples = requestSamples({ language: "sh", filename: null, code });
  const translated = samples.find(({ id }) => id === language)?.code.code ?? code;
  return <ShortCode code={translated} label={label} wraps className="px-4 py-4 sm:px-5" />;
}
