import type { ReactNode } from "react";
import { Container } from "~/ui/container";

/** A page of the account area or the administration: its navigation beside it. */
export function AreaLayout({
  navigation,
  children,
}: {
  navigation: ReactNode;
  children: ReactNode;
}) {
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pb-16 lg:grid-cols-[11rem_minmax(0,1fr)] print:grid-cols-1 lg:pt-10 lg:pb-24">
      {navigation}
      <div className="min-w-0">{children}</div>
    </Container>
  );
}
