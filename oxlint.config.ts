import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'promise', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist/**', '.build/**', 'node_modules/**', 'tests/sites/golden/**'],
  rules: {
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true, IIFEs: false }],
    complexity: ['error', { max: 12 }],
    eqeqeq: 'error',
    'no-eval': 'error',
    'no-console': 'error',
    // A Playwright fixture that needs no other takes an empty pattern.
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    // React takes async handlers; a handler's failure is a value, not a rejection.
    'typescript/no-misused-promises': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/consistent-return': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    // axe judges the rendered page, where role, focus and keyboard meet.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/interactive-supports-focus': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/label-has-associated-control': ['error', { controlComponents: ['Checkbox'] }],
    // Floating UI's refs are callbacks, which this rule takes for reads during render.
    'react/refs': 'off',
    'react/no-array-index-key': 'off',
    // A copy of a few fields reads better than Object.assign, and none of these lists is long.
    'oxc/no-map-spread': 'off',
    'react/no-danger': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/only-export-components': 'off',
    'import/no-unassigned-import': 'off',
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^\\.\\./', message: 'Name another folder from the root: #lib/…, #tests/…, #scripts/….' }
        ]
      }
    ],
    'import/no-named-as-default-member': 'off',
    'no-await-in-loop': 'off',
    'unicorn/consistent-function-scoping': 'off'
  },
  overrides: [
    // The two sinks that clean HTML before they show it.
    {
      files: ['src/browser/ui/rich-text/rich-text.tsx', 'src/browser/ui/popover/tooltip.tsx'],
      rules: { 'react/no-danger': 'off' }
    },
    {
      files: [
        'scripts/test*.ts',
        'scripts/commit-message.mjs',
        'scripts/install.mjs',
        'tests/bench/**',
        'tests/support/**',
        'src/browser/api/abort.ts'
      ],
      rules: { 'no-console': 'off' }
    },
    // Written from the database.
    { files: ['src/server/database/row-types.ts'], rules: { 'max-lines': 'off' } },
    // These are compiled where the peers' packages are installed.
    { files: ['tests/bench/*/peers/**'], rules: { 'no-restricted-imports': 'off' } },
    // What must hold after a race stands with the race; the test that runs it is elsewhere.
    { files: ['tests/support/races/**'], rules: { 'vitest/no-standalone-expect': 'off' } },
    // Browsers that the sites support are older than these (src/sites/browsers.ts).
    {
      files: ['src/{browser,contract,domain,lib,programme}/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'Map', property: 'groupBy', message: 'Use groupBy of #lib/group-by.ts.' },
          { object: 'Object', property: 'groupBy', message: 'Use groupBy of #lib/group-by.ts.' }
        ]
      }
    },
    // In markup every `cond && <part>` counts as a branch, though the reader sees a list of parts.
    { files: ['src/**/*.tsx'], rules: { complexity: ['error', { max: 18 }] } },
    { files: ['tests/**', 'scripts/**'], rules: { 'max-lines-per-function': 'off' } },
    {
      files: ['src/demo/**', 'src/server/database/migrations/**'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' }
    }
  ]
})
