import { defineConfig } from 'oxfmt'

export default defineConfig({
  printWidth: 110,
  semi: false,
  singleQuote: true,
  trailingComma: 'none',
  arrowParens: 'avoid',
  sortImports: { newlinesBetween: false },
  ignorePatterns: [
    'dist/**',
    '.build/**',
    'package-lock.json',
    'programmes/schema.json',
    'src/operations/provision/schemas/*.json',
    'tests/sites/golden/**',
    '**/*.md',
    '**/*.astro'
  ]
})
