import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { alias } from "./import-aliases";
import remixOptions from "./remix.config.js";
import { licenses } from "./server/build/licenses.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * What the frame of every page is made of. As files of their own these would compress badly: three
 * kilobytes more for each page.
 */
const frame = [
  "./app/account/session/auth-provider.tsx",
  "./app/ui/editable-field.tsx",
  "./app/seo/json-ld.tsx",
  "./app/seo/meta.ts",
  "./app/shell/error-page.tsx",
  "./app/document/error-reports.tsx",
  "./app/document/history-keys.ts",
  "./app/document/nonce.ts",
  "./app/document/root-data.ts",
  "./app/shell/shell.tsx",
  "./app/toasts/toasts.tsx",
  "./app/ui/use-hydrated.ts",
  "./app/ui/anchor-link.tsx",
  "./app/ui/avatar.tsx",
  "./app/ui/button.tsx",
  "./app/ui/container.tsx",
  "./app/ui/format/format-date.ts",
  "./app/ui/field.tsx",
  "./app/ui/format/format-number.ts",
  "./app/ui/icon.tsx",
  "./app/ui/input.tsx",
  "./app/ui/print-ornaments.tsx",
  "./app/ui/site-link.tsx",
  "./app/ui/trusted-types.ts",
  "react-dom/client",
];

/** What texts are made of, on most pages that have more than forms. */
const texts = [
  ...["./app/ui/badge.tsx", "./app/ui/call-to-action.tsx", "./app/ui/code-block.tsx"],
  "./app/ui/rich-text.tsx",
];

/** What the forms of signing in and up are made of. */
const signIn = [
  "./app/account/forms/account-card.tsx",
  "./app/account/forms/form-failure.ts",
  "./app/account/forms/form-field.tsx",
  "./app/account/sign-in/email-field.tsx",
  "./app/account/sign-in/password-field.tsx",
  "./app/account/sign-in/outbox-note.tsx",
  "./app/account/sign-in/provider-links.tsx",
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions), ...(isSsrBuild ? [] : [licenses()])],
  resolve: { alias },
  build: {
    // Vite's default would lower private fields to WeakMaps, which every cached page reads.
    ...(isSsrBuild && { target: "node20" }),
    // Remix would empty build/ as a whole, and with it the processes and the Studio:
    // server/build/build.js clears our part.
    emptyOutDir: false,
    // Inlined assets would need data: in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // For the log, which leads errors back to the sources: server/build/build.js takes the maps out
    // of what is served.
    sourcemap: "hidden",
    // Five kilobytes fewer for each page than with esbuild. The license comments are in
    // licenses.txt instead.
    ...(!isSsrBuild && { minify: "terser" as const }),
    terserOptions: { ecma: 2020, format: { comments: false } },
    // Also in the server's build, which writes the styles into the pages.
    cssMinify: true,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: { frame, texts, signIn } } },
  },
}));
