import type { JsonLdNode } from "~/seo/json-ld";
import type { Block } from "../block";

export const faqStructuredData = ({ questions }: Block<"homeFaq">): JsonLdNode => ({
  "@type": "FAQPage",
  mainEntity: questions.map(({ question, answerText }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answerText },
  })),
});
