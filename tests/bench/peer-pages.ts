// Builds the pages that a benchmark times beside ours, all for production by the same Vite.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import UnoCSS from 'unocss/vite'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface BenchPage {
  name: string
  /** Its script in the benchmark's folder. */
  script: string
  query?: string
  isPeer?: true
}

export const fileOf = ({ script }: BenchPage): string => `${script.replace(/^.*\/|\.\w+$/g, '')}.html`

/** Installs the peers of a benchmark's folder as their lock has them, once for each lock. */
export function installPeers(here: string): void {
  const folder = join(here, 'peers')
  const stamp = join(folder, 'node_modules/.installed')
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing the peers …')
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32'
  })
  writeFileSync(stamp, lock)
}

/** Builds pages of a benchmark's folder into another one and answers where they are. */
export async function buildPages(
  here: string,
  folder: string,
  wanted: readonly BenchPage[],
  plugins: readonly Plugin[] = []
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  for (const page of wanted) {
    const script = relative(folder, join(here, page.script))
    writeFileSync(
      join(folder, fileOf(page)),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.name}</title></head>` +
        `<body><main></main><script type="module" src="${script}"></script></body></html>`
    )
  }
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [UnoCSS({ configFile: join(root, 'uno.config.ts') }), ...plugins],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: { input: [...new Set(wanted.map(fileOf))].map(file => join(folder, file)) }
    }
  })
  return join(folder, 'dist')
}
