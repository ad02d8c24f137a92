// Modules of plotly are replaced only as long as they are what they were.

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseAst } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { leanPlotly } from '#sites/shell/lean-plotly.ts'

const folder = mkdtempSync(join(tmpdir(), 'lean-plotly-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a build loads for a module. */
function load(file: string): unknown {
  const plugin = leanPlotly(resolve('.'))
  return (plugin.load as (this: object, id: string) => unknown).call({ parse: parseAst }, file)
}

function loadChanged(path: string, code: string): unknown {
  const file = join(folder, 'node_modules/plotly.js', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  return load(file)
}

const PRESENT = [
  'src/plots/cartesian/dragbox.js',
  'src/components/selections/index.js',
  'src/components/colorbar/draw.js',
  'src/components/legend/draw.js',
  'src/components/modebar/buttons.js',
  'src/traces/bar/select.js'
]

test.for(PRESENT)('%s is replaced', path => {
  expect(String(load(resolve('node_modules/plotly.js', path))).length).toBeLessThan(600)
})

test('a module that exports something else ends the build', () => {
  expect(() =>
    loadChanged('src/components/colorbar/draw.js', 'module.exports = { draw: a, measure: b }')
  ).toThrow('plotly.js exports draw, measure from src/components/colorbar/draw.js, not draw.')
  expect(() => loadChanged('src/traces/bar/select.js', 'module.exports = { select: a }')).toThrow(
    'plotly.js exports select from src/traces/bar/select.js, not a function.'
  )
})
