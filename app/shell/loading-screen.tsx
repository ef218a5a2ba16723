import { LogoMark } from "~/ui/print-ornaments";

/** Covers the page while the site determines who is signed in. */
export function LoadingScreen({ product }: { product: string | null }) {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-6 bg-ground"
    >
      <LogoMark className="size-14 animate-spin [animation-duration:2.4s]" />
      <p className="font-mono text-sm text-muted">Loading {product ?? "the site"}...</p>
    </div>
  );
}
