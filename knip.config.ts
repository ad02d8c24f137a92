import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.{ts,mjs}!',
    'src/browser/app/app.tsx!',
    'astro.config.mjs!',
    'src/pages/**/*.{astro,ts}!',
    'tests/**/*.test.{ts,tsx}',
    'tests/bench/*.ts',
    // Named by the pages that the benchmarks write.
    'tests/bench/{charts,entry}/pages/*.{ts,tsx}',
    'tests/{gates,journeys}/*.spec.ts'
  ],
  // An integrator's program; what it imports is generated.
  ignore: ['tests/long/openapi/client.ts'],
  project: ['src/**/*.{ts,tsx,astro}!', 'scripts/**/*.{ts,mjs}!', 'tests/**/*.{ts,tsx}'],
  // Names what the API installs; tests/scripts/install.test.ts compares it with what the API imports.
  ignoreWorkspaces: ['api'],
  // Installed only to make the font anew (scripts/subset-font.ts).
  ignoreDependencies: ['inter-ui', 'subset-font'],
  // On Debian it brings PostgreSQL; long tests ask systemd and debootstrap where there is one.
  ignoreBinaries: ['apt-get', 'debootstrap', 'systemd-analyze'],
  // Of a page only its imports count here.
  compilers: { astro: text => [...text.matchAll(/^import .*$/gm)].join('\n') },
  ignoreExportsUsedInFile: true,
  astro: false
}

export default config
