import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import ts from "typescript-eslint";

/** The names by which folders are imported besides their paths, as in import-aliases.ts. */
const aliases = { app: "^~/|", domain: "^@domain/|" };

/**
 * Imports run one way: domain → schemas and the kit; app → domain; studio → schemas; server/site,
 * which is built together with the app, → app; the rest of server → the services; services →
 * nothing of ours but other services. A cycle between these folders would tie the protocol services
 * to this site. A service is imported by its name, and only what it exports, or its test helpers.
 *
 * @param {string} folder
 * @param {string[]} forbidden
 * @param {{
 *   services?: string,
 *   inner?: { regex: string, message: string }[],
 *   ignores?: string[],
 * }} [options] `services`: the names that may be imported
 */
const direction = (
  folder,
  forbidden,
  { services = anyService, inner = [], ignores = [] } = {},
) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  ignores,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        paths: comparisons,
        patterns: [
          ...inner,
          {
            regex: `^@platen/(?!(?:${services})$)`,
            message: `${folder}/ may import of the services only what matches ${services}.`,
          },
          ...forbidden.map((name) => ({
            regex: `${aliases[name] ?? ""}^(\\.\\./)+${name}(/|$)`,
            message: `${folder}/ must not import from ${name}/ by path.`,
          })),
        ],
      },
    ],
  },
});

/**
 * What each package.json exports. Not all from one index: a process would load what others need.
 */
const anyService = [
  ...["kit", "postgres(?:/database|/migrations)?", "content-lake(?:/dataset)?"],
  ...["auth(?:/error-codes|/migrations|/settings|/transfer)?", "[\\w-]+/testing/.+"],
].join("|");

const oneComparison = "Compare secrets with safeEqual of the kit.";

/**
 * The one place that compares secrets, which app/ may use as well: two of nine comparisons of our
 * own could throw.
 */
const comparisons = ["node:crypto", "crypto"].map((name) => ({
  name,
  importNames: ["timingSafeEqual"],
  message: oneComparison,
}));

/** The same of a default or namespace import, or of one that is awaited. */
const comparisonOfCrypto = { property: "timingSafeEqual", message: oneComparison };

const slowAtFirst =
  "Its first use holds a browser up: take app/ui/format/format-date.ts or app/ui/format/format-number.ts.";

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
      // `import type { A }` for types alone, `import { a, type B }` with values: the module of
      // `import { type A }` is loaded nevertheless.
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true },
      ],
      "no-console": "off",
      eqeqeq: "error",
      "no-restricted-imports": ["error", { paths: comparisons }],
      "no-restricted-properties": ["error", comparisonOfCrypto],
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      // React and Node.js take an async function as a listener; it must catch its own errors.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-base-to-string": "error",
      // A declared type is how JSON that we wrote ourselves gets its type: assignments are allowed.
      "@typescript-eslint/no-unsafe-argument": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-return": "error",
      "@typescript-eslint/restrict-plus-operands": "error",
    },
  },
  {
    // What a test reads of a response, it asserts. Much of Sanity's own configuration is typed any.
    files: ["**/*.test.{ts,tsx}", "tests/**", "**/testing/**", "schemas/**", "studio/**"],
    rules: {
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
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
    files: ["{app,domain}/**/*.{ts,tsx}"],
    ignores: ["**/*.server.{ts,tsx}", "**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-globals": ["error", { name: "Intl", message: slowAtFirst }],
      "no-restricted-properties": [
        "error",
        comparisonOfCrypto,
        ...["toLocaleString", "toLocaleDateString", "toLocaleTimeString", "localeCompare"].map(
          (property) => ({ property, message: slowAtFirst }),
        ),
      ],
    },
  },
  {
    // Bodies of requests; responses of our own services are read as they are.
    files: ["{app,domain}/**/*.{ts,tsx}", "server/**/*.ts"],
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
  // The server in front of the pages is compiled with them, by way of their entry.
  direction("domain", ["app", "server", "services", "studio"], {
    services: "kit|auth/(?:error-codes|mail/preview|settings)",
  }),
  direction("app", ["server", "services", "studio"], {
    services: "kit(?:/testing/bundle)?",
    ignores: ["app/entry.server.tsx"],
  }),
  direction("schemas", ["app", "domain", "server", "services", "studio"], { services: "none" }),
  direction("studio", ["app", "domain", "server", "services"], { services: "none" }),
  direction("server", ["app", "services", "studio"], { ignores: ["server/site/**"] }),
  direction("server/site", ["services", "studio"]),
  direction("tests", ["services"]),
  direction(
    "services",
    [
      ...["app", "domain", "server", "studio", "schemas", "supabase", "content"],
      ...["auth", "content-lake", "kit", "postgres"],
    ],
    {
      inner: [
        {
          regex: "/optimizer/",
          message: "The GROQ optimizer has one entry point: import optimizer.",
        },
      ],
    },
  ),
  { files: ["services/kit/safe-equal.ts"], rules: { "no-restricted-imports": "off" } },
);
