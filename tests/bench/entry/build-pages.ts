// The pages that are timed: ours, two that do the least, and what others would take, all built for production by the same Vite.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import UnoCSS from 'unocss/vite'
import { build } from 'vite'

const here = fileURLToPath(new URL('./', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface BenchPage {
  name: string
  /** Its script, beside this file. */
  script: string
  query?: string
  /** Its first cell. */
  cell: string
  isPeer?: true
}

export const pages: BenchPage[] = [
  { name: 'section form, alone', script: 'pages/own.tsx', cell: '[role=grid] input' },
  { name: 'plain DOM page', script: 'pages/plain.ts', cell: 'input' },
  { name: 'plain, content-visibility', script: 'pages/plain.ts', query: '&contained', cell: 'input' },
  { name: 'bare React grid', script: 'pages/bare-grid.tsx', cell: 'input' },
  { name: 'react-hook-form', script: 'peers/hook-form.jsx', cell: 'input', isPeer: true },
  { name: 'survey-react-ui', script: 'peers/survey.jsx', cell: 'input', isPeer: true },
  { name: '@rjsf/core', script: 'peers/rjsf.jsx', cell: 'input', isPeer: true },
  { name: '@formio/js', script: 'peers/formio.js', cell: 'input[type=text]', isPeer: true },
  { name: '@getodk/web-forms', script: 'peers/odk.js', cell: 'input', isPeer: true }
]

export const fileOf = ({ script }: BenchPage): string => `${script.replace(/^.*\/|\.\w+$/g, '')}.html`

/** Installs the peers as their lock has them, once for each lock. */
export function installPeers(): void {
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

/** Builds pages into a folder and answers where they are. */
export async function buildPages(folder: string, wanted: readonly BenchPage[]): Promise<string> {
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
    plugins: [UnoCSS({ configFile: join(root, 'uno.config.ts') })],
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
