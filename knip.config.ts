import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.{ts,mjs}!',
    'src/app/app.tsx!',
    'astro.config.mjs!',
    'uno.config.ts!',
    'src/pages/**/*.{astro,ts}!',
    'tests/**/*.test.{ts,tsx}',
    'tests/bench/*.ts',
    // Named by the page that the benchmark writes.
    'tests/bench/entry/pages/*.{ts,tsx}',
    'tests/e2e/*.spec.ts'
  ],
  project: ['src/**/*.{ts,tsx,astro}!', 'scripts/**/*.{ts,mjs}!', 'tests/**/*.{ts,tsx}'],
  // The compiler is used by its command only.
  ignoreDependencies: ['@typescript/native'],
  // On Debian it brings PostgreSQL.
  ignoreBinaries: ['apt-get'],
  ignoreExportsUsedInFile: true,
  astro: false
}

export default config
