import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import UnoCSS from 'unocss/vite'
import { buildTarget } from './src/sites/browsers.ts'
import { chunkGraph } from './src/sites/shell/chunk-graph.ts'
import { codeGroups } from './src/sites/shell/code-groups.ts'
import { contractOutline } from './src/sites/shell/contract-outline.ts'
import { leanPlotly } from './src/sites/shell/lean-plotly.ts'
import { programmePlugin } from './src/sites/shell/vite-plugin.ts'

const root = fileURLToPath(new URL('./', import.meta.url))

// Without PROGRAMME the pages hold tokens that the stamp fills (scripts/build.ts); with it one programme is served (scripts/dev.ts).
export default defineConfig({
  root,
  output: 'static',
  outDir: './.build/astro',
  cacheDir: './.cache/astro',
  trailingSlash: 'ignore',
  build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  integrations: [reactInOneFile()],
  vite: {
    // Programmes may be served side by side, and each server tidies its own cache.
    cacheDir: join('.cache/vite', process.env.PROGRAMME ?? ''),
    // React has what this shim adds to older ones.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
    define: { global: 'globalThis' },
    plugins: [
      UnoCSS(),
      programmePlugin({ root, code: process.env.PROGRAMME, apiBase: process.env.API_BASE }),
      leanPlotly(root),
      contractOutline(root),
      chunkGraph(root),
      entriesMayBeExtended(),
      chunksByImportMap()
    ],
    build: {
      target: buildTarget,
      cssTarget: buildTarget,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: codeGroups(root) }
        }
      }
    }
  }
})

/** React with the island's own renderer: Astro's would be a file of its own, and so one more request before the page can be used. */
function reactInOneFile() {
  const { hooks, ...integration } = react()
  const clientEntrypoint = join(root, 'src/browser/app/app.tsx')
  const setUp = ({ addRenderer, ...options }) =>
    hooks['astro:config:setup']({
      ...options,
      addRenderer: renderer => addRenderer({ ...renderer, clientEntrypoint })
    })
  return { ...integration, hooks: { ...hooks, 'astro:config:setup': setUp } }
}

/** Lets a group of code leave out what its modules only pass on. Astro sets the stricter value, which forbids it. */
function entriesMayBeExtended() {
  return {
    name: 'entries-may-be-extended',
    enforce: 'post',
    options: options => ({ ...options, preserveEntrySignatures: 'allow-extension' })
  }
}

/**
 * Chunks name each other by keys that never change, and the page's import map says which file each key is: a file is renamed only when its own text changes.
 * The first code of every page lists most of them, so a character less of each hash is less to load; 42 bits tell versions of one file apart.
 */
function chunksByImportMap() {
  return {
    name: 'chunks-by-import-map',
    configEnvironment: name =>
      name === 'client'
        ? {
            build: {
              chunkImportMap: true,
              rolldownOptions: { output: { chunkFileNames: 'assets/[name].[hash:7].js' } }
            }
          }
        : undefined
  }
}
