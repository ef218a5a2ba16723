import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import ts from "typescript-eslint";

/**
 * Imports run one way: app → the generated types of schemas; studio → schemas; server → the app's build and the
 * services; services → nothing of ours. A cycle between these folders would tie the protocol services to this site.
 *
 * @param {string} folder
 * @param {string[]} forbidden
 */
const direction = (folder, forbidden) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        paths: [comparison],
        patterns: forbidden.map((name) => ({
          regex:
            name === "app"
              ? "^~/|^(\\.\\./)+app/"
              : `^(\\.\\./)+${name}(/(?!(?:safe-equal|database-url|jpeg-scans|png-chunks|within-time)$)|$)`,
          message: `${folder}/ must not import from ${name}/.`,
          allowTypeImports: folder === "server",
        })),
      },
    ],
  },
});

/** The one place that compares secrets, which app/ may use as well: two of nine comparisons of our own could throw. */
const comparison = {
  name: "node:crypto",
  importNames: ["timingSafeEqual"],
  message: "Compare secrets with services/safe-equal.ts.",
};

const slowAtFirst =
  "Its first use holds a browser up: take app/ui/format-date.ts or app/ui/format-number.ts.";

const unboundedBody =
  "It reads a body without a bound: take app/http/request-body.server.ts or server/site/http/request-body.ts.";
const bodyReaders = "/^(?:formData|json|text|arrayBuffer|blob|bytes)$/";

export default ts.config(
  {
    ignores: [
      "build/",
      "node_modules/",
      ".data/",
      "studio/dist/",
      "studio/.sanity/",
      "**/*.generated.ts",
      "test-results/",
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    rules: {
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", prefer: "type-imports" },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true },
      ],
      "no-console": "off",
      eqeqeq: "error",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "studio/**/*.{ts,tsx}"],
    ...a11y.flatConfigs.strict,
    languageOptions: {
      ...a11y.flatConfigs.strict.languageOptions,
      globals: { ...globals.browser, ...globals.node },
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "studio/**/*.{ts,tsx}"],
    plugins: { "react-hooks": hooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    // See docs/decisions/0034-figures-and-dates-without-intl.md.
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["**/*.server.{ts,tsx}", "**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-globals": ["error", { name: "Intl", message: slowAtFirst }],
      "no-restricted-properties": [
        "error",
        ...["toLocaleString", "toLocaleDateString", "toLocaleTimeString", "localeCompare"].map(
          (property) => ({ property, message: slowAtFirst }),
        ),
      ],
    },
  },
  {
    // Bodies of requests; responses of our own services are read as they are.
    files: ["app/**/*.{ts,tsx}", "server/**/*.ts"],
    ignores: [
      "**/*.test.{ts,tsx}",
      "app/http/request-body.server.ts",
      // Passes uploads on as they come, within slots, and watches that they come.
      "server/site/proxy/lake-forwarder.ts",
      // Imports of any size, from commands of the owner that have the secret key.
      "server/backend/command-api.ts",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...[
          `CallExpression[callee.object.name="request"][callee.property.name=${bodyReaders}]`,
          `CallExpression[callee.object.property.name="request"][callee.property.name=${bodyReaders}]`,
          'MemberExpression[object.name="request"][property.name="body"]',
          'ForOfStatement[await=true][right.name="request"]',
          'CallExpression[callee.object.name="request"][callee.property.name="pipe"]',
          'ImportDeclaration[source.value="node:stream/consumers"]',
        ].map((selector) => ({ selector, message: unboundedBody })),
      ],
    },
  },
  direction("app", ["server", "services", "studio"]),
  direction("schemas", ["app", "server", "services", "studio"]),
  direction("studio", ["app", "server", "services"]),
  direction("server", ["app", "studio"]),
  direction("services", ["app", "server", "studio", "schemas", "supabase", "content"]),
  { files: ["services/safe-equal.ts"], rules: { "no-restricted-imports": "off" } },
);
