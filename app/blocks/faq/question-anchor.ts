/** The anchor of a question: its document's id, which no section of a page has. */
export const questionAnchor = (id: string): string => `question-${id}`;
