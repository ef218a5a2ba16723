import { banDurations } from "~/account/administration/ban";
import type { ChangeAnswer } from "~/account/administration/change-answer.server";
import { roles } from "~/account/session/viewer";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { ChangeForm, ChoiceField } from "./change-form";
import type { UserPage } from "./user-page";

const roleOptions = roles.map((role) => ({ value: role, label: role }));
const banOptions = Object.entries(banDurations).map(([value, label]) => ({ value, label }));

/** Everything that can be done to an account in its present state. */
export function UserChanges({ page, answer }: { page: UserPage; answer: ChangeAnswer | null }) {
  const { user, isSelf, standing, sessions, account, plans } = page;
  const factors = account?.factors ?? [];
  const common = { version: user.version, answer };
  const deleted = user.state === "deleted";
  const shownIntents = new Set([
    ...(deleted ? ["undelete"] : ["role", "plan", "credits", "sessions"]),
    ...(factors.length > 0 && !deleted ? ["factor"] : []),
    ...(user.state === "banned" ? ["lift"] : deleted || isSelf ? [] : ["ban"]),
    ...(user.state === "active" || user.state === "unconfirmed" ? ["recovery"] : []),
    ...(deleted || isSelf ? [] : ["delete"]),
  ]);
  // What a stale form asked for may not be on offer any more; its answer is to be read all the same.
  const elsewhere = answer && !shownIntents.has(answer.intent) ? answer.message : null;
  return (
    <section aria-labelledby="changes" className="min-w-0">
      <h3 id="changes" className="text-lg font-semibold">
        Change
      </h3>
      {elsewhere && (
        <p role="alert" className="mt-4 rounded-lg border border-bad/50 bg-bad/10 px-4 py-3">
          {elsewhere}
        </p>
      )}
      <div
        // A change made elsewhere closes what was open over it.
        key={user.version}
        className="mt-4 overflow-hidden rounded-lg border border-line bg-ink-900"
      >
        {shownIntents.has("undelete") && (
          <ChangeForm
            {...common}
            intent="undelete"
            label="Take the deletion back"
            lead="The person can sign in again. A ban that was there before goes on."
          />
        )}
        {shownIntents.has("role") && (
          <ChangeForm
            {...common}
            intent="role"
            label="Change the role"
            lead="Counts from the next click on, also where the person is signed in."
          >
            {(typed) => (
              <ChoiceField
                typed={typed}
                name="role"
                label="Role"
                options={roleOptions}
                initial={user.role}
              />
            )}
          </ChangeForm>
        )}
        {shownIntents.has("plan") && (
          <ChangeForm
            {...common}
            intent="plan"
            label="Change the plan"
            lead="A new period begins at once, with its credits. What is left of the old one lapses."
          >
            {(typed) => (
              <>
                <ChoiceField
                  typed={typed}
                  name="plan"
                  label="Plan"
                  options={plans.map(({ id, name }) => ({ value: id, label: name }))}
                  initial={standing?.planId}
                />
                <Field
                  label="Agreed credits"
                  optional
                  hint="What a contract grants each period, instead of what the plan says."
                  error={typed.error("agreedCredits")}
                >
                  {(control) => (
                    <Input
                      {...control}
                      name="agreedCredits"
                      inputMode="numeric"
                      autoComplete="off"
                      defaultValue={
                        typed.value("agreedCredits") ?? standing?.agreedCredits ?? undefined
                      }
                    />
                  )}
                </Field>
              </>
            )}
          </ChangeForm>
        )}
        {shownIntents.has("credits") && (
          <ChangeForm
            {...common}
            intent="credits"
            label="Adjust the credits"
            lead={`${standing?.balance ?? "No"} credits are left of this period. Give some, or take some with a minus.`}
            reasonRequired
          >
            {(typed) => (
              <Field label="Credits" required error={typed.error("amount")}>
                {(control) => (
                  <Input
                    {...control}
                    name="amount"
                    autoComplete="off"
                    defaultValue={typed.value("amount")}
                  />
                )}
              </Field>
            )}
          </ChangeForm>
        )}
        {shownIntents.has("recovery") && (
          <ChangeForm
            {...common}
            intent="recovery"
            label="Send a recovery mail"
            lead="The person gets a link by which they choose a new password. You do not see it."
          />
        )}
        {shownIntents.has("sessions") && (
          <ChangeForm
            {...common}
            intent="sessions"
            label="End the sessions"
            lead={`Signs the person out everywhere: ${sessions.length} at the moment.`}
          />
        )}
        {shownIntents.has("factor") && (
          <ChangeForm
            {...common}
            intent="factor"
            label="Remove a second factor"
            lead="For who has lost it, and has proved who they are. From then on the password alone opens the account; recovery codes and sessions end."
            danger
            reasonRequired
          >
            {(typed) => (
              <ChoiceField
                typed={typed}
                name="factorId"
                label="Second factor"
                options={factors.map(({ id, name, inUse }) => ({
                  value: id,
                  label: inUse ? name : `${name} (never confirmed)`,
                }))}
              />
            )}
          </ChangeForm>
        )}
        {shownIntents.has("lift") && (
          <ChangeForm
            {...common}
            intent="lift"
            label="Lift the ban"
            lead="The person can sign in again."
          />
        )}
        {shownIntents.has("ban") && (
          <ChangeForm
            {...common}
            intent="ban"
            label="Ban"
            lead="The person is signed out and cannot sign in until it is over. Their keys stop working."
            danger
            reasonRequired
          >
            {(typed) => (
              <ChoiceField typed={typed} name="duration" label="For" options={banOptions} />
            )}
          </ChangeForm>
        )}
        {shownIntents.has("delete") && (
          <ChangeForm
            {...common}
            intent="delete"
            label="Delete"
            lead="The person is signed out for good and leaves the lists. You can take it back."
            danger
            reasonRequired
          />
        )}
      </div>
      {isSelf && (
        <p className="mt-3 text-sm text-paper-3">
          This is your own account: only another administrator can ban or delete it.
        </p>
      )}
    </section>
  );
}
