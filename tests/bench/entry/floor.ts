// What opening a section costs before any code of ours draws: pages that load the files which the section's HTML names and send the calls that it
// sends, with the same credentials to the same servers, and are done when everything has arrived. One of them runs the modules as well.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHELL_FILE } from '#programme/reserved-paths.ts'

/** Loads and calls alone, and with every module run. */
export type FloorKind = 'arrived' | 'run'

// It has the section's address before any of the page's own scripts reads it.
const takeAddress = (path: string): string => `history.replaceState(null, '', ${JSON.stringify(path)})`

// A field appears at the end, as on the pages that draw cells.
const untilDone = (kind: FloorKind): string => `
const named = [...document.querySelectorAll('link[rel=modulepreload], link[rel=preload], link[rel=stylesheet]')].map(link => link.href)
const wanted = new Set([...named, ...[...document.images].map(image => image.src)])
const arrived = new Promise(done =>
  new PerformanceObserver(list => {
    for (const { name } of list.getEntries()) wanted.delete(name)
    if (wanted.size === 0) done()
  }).observe({ type: 'resource', buffered: true })
)
const replies = Object.values(globalThis.firstCalls.responses).map(async response => {
  const reply = await response
  if (!reply.ok) throw new Error(reply.url)
  return reply.text()
})
const run = ${kind === 'run' ? "named.filter(href => href.endsWith('.js')).map(href => import(href))" : '[]'}
await Promise.all([arrived, ...replies, ...run])
document.body.append(document.createElement('input'))`

/** The address of such a page, which is written beside those of the site. */
export function writeFloor(folder: string, path: string, kind: FloorKind): string {
  const html = readFileSync(join(folder, SHELL_FILE), 'utf8')
  const name = `floor-${kind}${path.replaceAll('/', '-')}`
  const page = html
    // The policy allows the page's own scripts alone.
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, `<script>${takeAddress(path)}</script>`)
    // What draws the page, with the scripts that start it.
    .replace(/<style>astro-island[^]*?<\/astro-island>/, `<script type="module">${untilDone(kind)}</script>`)
  writeFileSync(join(folder, `${name}.html`), page)
  return `/${name}`
}
