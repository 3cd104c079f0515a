import { readdirSync } from "node:fs";
import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const FEATURES = readdirSync(`${import.meta.dirname}/src/features`);
const TESTS = ["src/**/*.test.{ts,tsx}", "src/**/*.testing.{ts,tsx}"];

const TRANSLATE = "Texts that people read come from src/i18n: t(\"…\").";
/** Two letters are words, but for addresses such as postgresql://, which no language translates. */
const WORDS = "/^(?!.*:\\x2f\\x2f).*[A-Za-z]{2}/s";

/** Rooms that files must not import from, by alias or by a path that climbs. */
function forbid(rooms, message) {
  return { regex: `^(@/|(\\.\\./)+)(${rooms.join("|")})(/|$)`, message };
}

/** A rule per room: features know the shared rooms and themselves, shared rooms know no feature. */
function borders(files, patterns) {
  const rules = (extra) => ({ "no-restricted-imports": ["error", { patterns: [...patterns, ...extra] }] });
  const production = forbid(["testing", "app"], "Only the app itself and tests know the app; only tests know testing/.");
  return [
    { files, ignores: TESTS, rules: rules([production]) },
    { files: files.flatMap((glob) => TESTS.map((test) => `${glob.replace("/**", "")}/${test.replace("src/", "")}`)), rules: rules([]) },
  ];
}

const BORDERS = [
  ...FEATURES.flatMap((feature) => {
    const others = FEATURES.filter((other) => other !== feature);
    const message = "A feature imports from components/, charts/, api/, i18n/, theme/ and itself: move what is shared there.";
    return borders([`src/features/${feature}/**`], [forbid([...others.map((other) => `features/${other}`), ...others], message)]);
  }),
  ...borders(["src/components/**", "src/charts/**", "src/api/**", "src/i18n/**", "src/theme/**"], [
    forbid(["features"], "Shared rooms know no feature."),
  ]),
];

export default tseslint.config(
  { ignores: ["node_modules", "dist", "src/api/generated.ts"] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat.recommended,
  jsxA11y.flatConfigs.strict,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Warns of what the React compiler skips; it is not used here.
      "react-hooks/incompatible-library": "off",
      // What scrolls must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["group", "region", "tabpanel", "grid"], tags: ["ul"] }],
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    },
  },
  ...BORDERS,
  {
    files: ["src/**/*.tsx"],
    ignores: TESTS,
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: `JSXText[value=${WORDS}]`, message: TRANSLATE },
        { selector: `JSXAttribute[name.name=/^(title|label|placeholder|alt|description|aria-label|aria-description|aria-valuetext)$/] > Literal[value=${WORDS}]`, message: TRANSLATE },
      ],
    },
  },
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
  { files: ["scripts/*.js"], languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } } },
);
