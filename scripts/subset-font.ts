// Subsets Inter to the characters that the pages use and writes it to public/fonts with its licence. Run it
// when the typeface or the characters change: npm install --no-save --no-audit inter-ui@4.1.1 subset-font@2.9.0
// && node scripts/subset-font.ts && npm ci. The file name contains the content's hash, so update
// src/pages/_shell/first-paint.css as well. Nothing else needs these packages, so the lockfile does not have them.

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { print } from './terminal.ts'

const folder = fileURLToPath(new URL('../public/fonts/', import.meta.url))
const require = createRequire(import.meta.url)
const inter = dirname(require.resolve('inter-ui/package.json'))

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

// Latin letters of European names, punctuation, and the symbols of figures and charts.
const letters = [
  range(0x20, 0x7e),
  range(0xa0, 0x17f),
  'ȘșȚțẞ',
  '–—‘’‚“”„†‡•…‰‹›€™←↑→↓↗↘−×÷≈≠≤≥∞√ΔΣσµ⁰¹²³⁴₂½¼¾◆●○■□▲▼✓✕',
  '\u2002\u2003\u2007\u2009\u2011\u202f'
].join('')

// tnum: tabular figures; cv05 and ss03: the design's letter shapes; the others keep words and fractions
// correct.
const features = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'case', 'cv05', 'ss03']

const font = await subsetFont(readFileSync(join(inter, 'variable/InterVariable.woff2')), letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 600 }, opsz: 14 },
  keepFeatures: features
})

const name = `inter-latin.${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, name), font)
for (const old of readdirSync(folder).filter(file => file.endsWith('.woff2') && file !== name))
  rmSync(join(folder, old))
// Not among the fonts, which may be cached for ever.
copyFileSync(join(inter, 'LICENSE.txt'), join(folder, '../font-license.txt'))
print(`public/fonts/${name}: ${font.length} bytes`)
