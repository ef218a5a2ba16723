import { textBlockFields } from "../../content/queries/fragments";

/** What `homeFaq` shows. */
export const faqFields = `_type == "homeFaq" => {
  heading,
  lead,
  "questions": coalesce(
    questions[defined(@->_id)][0...100]->{
      _id,
      question,
      "answer": coalesce(answer[]{ ${textBlockFields} }, []),
      "answerText": pt::text(answer)
    },
    []
  )
}` as const;
