import { withReturnTo } from "./return-to";
import { Button } from "~/ui/button";

/** Links to sign in with an external account; nothing when there is none. */
export function ProviderLinks({
  providers,
  redirectTo,
  mark,
}: {
  providers: { id: string; name: string }[];
  /** The page to go to afterward. */
  redirectTo: string;
  /** For a signed-in user who confirms their identity, or chooses another account. */
  mark?: "again" | "another" | undefined;
}) {
  if (providers.length === 0) return null;
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid gap-3">
        {providers.map(({ id, name }) => (
          <Button key={id} asChild variant="outline">
            {/* A plain link: it leads to another site, where no form of ours may. */}
            <a href={withReturnTo(`/auth/provider/${id}${mark ? `?${mark}` : ""}`, redirectTo)}>
              Continue with {name}
            </a>
          </Button>
        ))}
      </div>
    </>
  );
}
