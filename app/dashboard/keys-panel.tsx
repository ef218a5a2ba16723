import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ApiKey } from "@domain/api-keys/api-key.server";
import { overlaps, scopes } from "@domain/api-keys/api-key-fields";
import { keyState } from "@domain/api-keys/key-state";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatShortDate } from "~/ui/format/format-date";
import { Icon } from "~/ui/icon";
import { Label } from "~/ui/label";
import { Select } from "~/ui/select";
import { Panel } from "./dashboard-page";

interface KeysPanelProps {
  keys: readonly ApiKey[];
  now: Date;
  /** The id of the key that a rotation would make. */
  newId: string;
}

/** A user's keys: those that work, and collapsed those that no longer do. */
export function KeysPanel({ keys, now, newId }: KeysPanelProps) {
  const working = keys.filter((key) => keyState(key, now).works);
  const ended = keys.filter((key) => !keyState(key, now).works);
  return (
    <Panel
      title="Your keys"
      flush
      aside={<span className="font-mono text-sm text-faint">{working.length} of 10</span>}
    >
      {working.length === 0 && (
        <p className="px-5 py-8 text-center text-[0.9375rem] text-muted">
          No API keys yet. Create one below to make your first call.
        </p>
      )}
      <ul className="divide-y divide-line">
        {working.map((key) => (
          <KeyRow key={key.id} apiKey={key} now={now} newId={newId} />
        ))}
      </ul>
      {ended.length > 0 && (
        <details className="group/ended border-t border-line">
          <summary className="flex items-center gap-2 px-5 py-3 text-sm text-muted -outline-offset-2 hover:text-foreground">
            <Icon
              name="chevron-down"
              className="size-4 transition-transform group-open/ended:rotate-180"
            />
            {ended.length === 1 ? "1 inactive key" : `${ended.length} inactive keys`}
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {ended.map((key) => (
              <KeyRow key={key.id} apiKey={key} now={now} newId={newId} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

const tones = {
  Active: "good",
  Replaced: "highlight",
  Expired: "neutral",
  Revoked: "bad",
} as const;

function KeyRow({ apiKey: key, now, newId }: { apiKey: ApiKey; now: Date; newId: string }) {
  const { word, works } = keyState(key, now);
  const [ends, end] = key.revokedAt
    ? ["Revoked", formatShortDate(key.revokedAt)]
    : [works ? "Expires" : "Ended", formatShortDate(key.expiresAt) || "revoked"];
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 overflow-hidden font-medium wrap-anywhere">{key.name}</h3>
        <Badge tone={tones[word]}>{word}</Badge>
        <code className="font-mono text-[0.8125rem] text-faint">{key.prefix}…</code>
      </div>
      <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Fact label="Permissions">
          {scopes
            .filter(({ id }) => key.scopes.includes(id))
            .map(({ label }) => label)
            .join(", ")}
        </Fact>
        <Fact label="Created">{formatShortDate(key.createdAt)}</Fact>
        <Fact label="Last used">{key.lastUsedAt ? formatShortDate(key.lastUsedAt) : "Never"}</Fact>
        <Fact label={ends}>{end}</Fact>
      </dl>
      {works && (
        <div className="mt-3 flex flex-wrap gap-2">
          {word === "Active" && (
            <Disclosure label="Rotate" name={key.name}>
              <RotateForm apiKey={key} newId={newId} />
            </Disclosure>
          )}
          <Disclosure label="Revoke" name={key.name}>
            <RevokeForm apiKey={key} />
          </Disclosure>
        </div>
      )}
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A button that opens a form below the row; open, it takes the row's whole width. */
function Disclosure({
  label,
  name,
  children,
}: {
  label: string;
  name: string;
  children: ReactNode;
}) {
  return (
    <details className="group/form open:w-full">
      <summary className="inline-flex h-9 items-center rounded-lg border border-line-control px-3.5 text-sm font-semibold transition-colors select-none group-open/form:mb-3 hover:border-faint hover:bg-surface-3">
        {label}
        <span className="sr-only"> {name}</span>
      </summary>
      <div className="rounded-lg border border-line bg-surface-2 p-4">{children}</div>
    </details>
  );
}

function RotateForm({ apiKey, newId }: { apiKey: ApiKey; newId: string }) {
  const id = `overlap-${apiKey.id}`;
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="intent" value="rotate" />
      <input type="hidden" name="key" value={apiKey.id} />
      <input type="hidden" name="id" value={newId} />
      <p className="text-sm text-muted">
        Creates a new key with the same name and permissions. Meanwhile the old one keeps working,
        so that nothing stops while you switch.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid gap-1.5">
          <Label htmlFor={id}>The old key keeps working for</Label>
          <Select id={id} name="hours" defaultValue="24" className="min-w-44">
            {overlaps.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <Button type="submit">Rotate the key</Button>
      </div>
    </Form>
  );
}

function RevokeForm({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="intent" value="revoke" />
      <input type="hidden" name="key" value={apiKey.id} />
      <p className="text-sm text-muted">
        Every call with this key is refused from now on. This cannot be undone.
      </p>
      <div>
        <Button type="submit" variant="destructive">
          Revoke the key
        </Button>
      </div>
    </Form>
  );
}
