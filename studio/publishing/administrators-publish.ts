import type { DocumentActionComponent } from "sanity";
import { administratorsPublish } from "../../schemas/administrators-publish";

const types = new Set<string>(administratorsPublish);

/** Actions that change the published document; an editor may do everything else with a draft. */
const changing = new Set<string | undefined>(["publish", "unpublish", "delete"]);

/**
 * Whether this action on such a document is for administrators, and `roles` does not include that
 * role.
 */
export const isForAdministrators = (
  type: string,
  action: string | undefined,
  roles: readonly { name: string }[] = [],
) => types.has(type) && changing.has(action) && !roles.some(({ name }) => name === "administrator");

/** What an editor is told of a document that only administrators publish. */
export const whyDisabled =
  "Only administrators publish plans: your draft is saved, and you can ask one of them to review it.";

/** Shows the action disabled, and says who to ask: the lake would refuse it. */
export function askAdministrator(original: DocumentActionComponent): DocumentActionComponent {
  const Action: DocumentActionComponent = (props) => {
    const description = original(props);
    return (
      description && {
        ...description,
        disabled: true,
        title: whyDisabled,
      }
    );
  };
  Action.action = original.action;
  return Action;
}
