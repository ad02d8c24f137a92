import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { leanD3 } from '#sites/shell/lean-d3.ts'

const whole = readFileSync('node_modules/@plotly/d3/d3.js', 'utf8')

test('removes the parts of d3 that no chart needs, and nothing else', () => {
  const lean = leanD3(whole, parseAst)
  expect(lean.length).toBeLessThan(0.5 * whole.length)
  expect(() => parseAst(lean)).not.toThrow()
  for (const part of ['d3.select = ', 'd3.timer', 'd3.behavior.drag = ', 'd3.scale.linear = '])
    expect(lean).toContain(part)
  for (const part of ['d3.svg', 'd3.layout', 'd3.geom', 'd3_svg_']) expect(lean).not.toContain(part)
})

test('throws if the rest needs a removed part', () => {
  const code =
    '!function() { var d3 = {}; d3.svg = {}; d3.select = function() { return d3.svg } }.apply(self)'
  expect(() => leanD3(code, parseAst)).toThrow('still needs d3.svg')
})
