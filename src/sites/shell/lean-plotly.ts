// Removes the parts of plotly that no chart uses, so that its code is a third smaller: dragging, its menus and legends, dates, colour spaces
// beyond CSS's, and the descriptions in its schema. The rest of the library is unchanged.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { leanD3 } from './lean-d3.ts'

interface Replacement {
  /** What the module of plotly exports; none if it is a function. */
  exports: readonly string[]
  code: string
}

const NO_FUNCTION: Replacement = { exports: [], code: 'module.exports = () => {}' }

/** Replacements for modules, by their path in the package. */
const replacements: Record<string, Replacement> = {
  // Selecting and zooming by dragging: axes are fixed. What remains of the drag box is for hovering.
  'src/plots/cartesian/dragbox.js': {
    exports: [
      'makeDragBox',
      'makeDragger',
      'makeRectDragger',
      'makeZoombox',
      'makeCorners',
      'updateZoombox',
      'xyCorners',
      'transitionZoombox',
      'removeZoombox',
      'showDoubleClickNotifier',
      'attachWheelEventHandler'
    ],
    code: `
    const { ensureSingle } = require('../../lib')
    exports.makeDragBox = (gd, plotinfo, x, y, width, height, vertical, horizontal) => {
      if (vertical + horizontal !== 'nsew') return undefined
      const box = ensureSingle(plotinfo.draglayer, 'rect', 'nsewdrag', made => made.classed('drag', true).attr('data-subplot', plotinfo.id))
      box.attr({ x, y, width, height }).style({ fill: 'transparent', 'stroke-width': 0, cursor: 'default' })
      return box.node()
    }`
  },
  'src/components/selections/index.js': {
    exports: [
      'moduleType',
      'name',
      'layoutAttributes',
      'supplyLayoutDefaults',
      'supplyDrawNewSelectionDefaults',
      'includeBasePlot',
      'draw',
      'drawOne',
      'reselect',
      'prepSelect',
      'clearOutline',
      'clearSelectionsCache',
      'selectOnClick'
    ],
    code: 'exports.clearOutline = exports.prepSelect = exports.selectOnClick = () => {}'
  },
  'src/components/shapes/display_outlines.js': NO_FUNCTION,
  'src/traces/bar/select.js': NO_FUNCTION,
  'src/traces/box/select.js': NO_FUNCTION,
  'src/traces/scatter/select.js': NO_FUNCTION,
  // Every chart sets the ranges of its axes. To calculate them, plotly would draw and measure each text twice.
  'src/components/annotations/calc_autorange.js': NO_FUNCTION,
  'src/components/shapes/calc_autorange.js': NO_FUNCTION,
  'src/components/modebar/manage.js': NO_FUNCTION,
  'src/components/modebar/buttons.js': { exports: [], code: 'module.exports = {}' },
  'src/components/colorbar/draw.js': { exports: ['draw'], code: 'exports.draw = () => {}' },
  // Only hover labels of several points would contain a legend.
  'src/components/legend/draw.js': NO_FUNCTION,
  'src/components/legend/defaults.js': NO_FUNCTION
}

/** No axis here is of dates. */
const DATE_STUBS = `export const utcFormat = () => String
export const timeFormat = utcFormat
export const timeFormatLocale = () => ({ utcFormat })`

/** CSS colours are RGB and HSL; contrast needs linear RGB. Every bar has its colours as texts, so parsed colours are cached. */
const COLOURS = `import { converter as converterOf, formatHex, formatRgb, modeHsl, modeLrgb, modeRgb, useMode, wcagContrast, wcagLuminance } from 'culori/fn'
for (const mode of [modeRgb, modeHsl, modeLrgb]) useMode(mode)
export const converter = mode => {
  const convert = converterOf(mode)
  const known = new Map()
  return colour => {
    if (typeof colour !== 'string') return convert(colour)
    if (!known.has(colour)) known.set(colour, convert(colour))
    const found = known.get(colour)
    return found && { ...found }
  }
}
export { formatHex, formatRgb, wcagContrast, wcagLuminance }`

const inD3 = /[\\/]node_modules[\\/]@plotly[\\/]d3[\\/]d3\.js$/

const stubModules: Record<string, string> = { 'd3-time-format': DATE_STUBS, culori: COLOURS }
const STUB_PREFIX = '\0lean-plotly:'
const inPlotly = /[\\/]node_modules[\\/]plotly\.js[\\/](.*)$/

export function leanPlotly(root: string): Plugin {
  return {
    name: 'lean-plotly',
    enforce: 'pre',
    buildStart() {
      // Another version of plotly may have other modules: then review this list.
      for (const path of Object.keys(replacements))
        if (!existsSync(join(root, 'node_modules/plotly.js', path)))
          throw new Error(`plotly.js has no ${path} to be replaced.`)
    },
    resolveId(id, importer) {
      if (id.endsWith('maplibre-gl.css')) return `${STUB_PREFIX}styles`
      return id in stubModules && inPlotly.test(importer ?? '') ? `${STUB_PREFIX}${id}` : undefined
    },
    load(id) {
      if (id === `${STUB_PREFIX}styles`) return ''
      if (id.startsWith(STUB_PREFIX)) return stubModules[id.slice(STUB_PREFIX.length)]
      const file = id.split('?')[0]!
      if (inD3.test(file)) return leanD3(readFileSync(file, 'utf8'), code => this.parse(code))
      const path = inPlotly.exec(file)?.[1]?.replaceAll('\\', '/')
      if (path === undefined || !path.endsWith('.js')) return undefined
      const original = readFileSync(file, 'utf8')
      const replacement = replacements[path]
      const parse = (code: string): unknown => this.parse(code)
      return replacement
        ? replaceModule(path, replacement, exportedNames(original, parse))
        : withoutAttributeDescriptions(original, parse)
    }
  }
}

/** Another version of plotly may have moved other code into a module: then its replacement has to be reviewed. */
function replaceModule(path: string, { exports, code }: Replacement, found: readonly string[]): string {
  if (found.toSorted().join() === exports.toSorted().join()) return code
  throw new Error(
    `plotly.js exports ${found.join(', ') || 'a function'} from ${path}, not ${exports.join(', ') || 'a function'}.`
  )
}

/** The names in `module.exports = { … }`; none of a function. */
function exportedNames(code: string, parse: (code: string) => unknown): string[] {
  const names: string[] = []
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return
    const { type, left, right } = part as SyntaxNode
    if (type === 'AssignmentExpression' && left && code.slice(left.start, left.end) === 'module.exports')
      names.push(...(right?.properties ?? []).flatMap(({ key }) => key?.name ?? []))
    Object.values(part).forEach(visit)
  }
  visit(parse(code))
  return names
}

interface SyntaxNode {
  type: string
  left?: SyntaxNode
  right?: SyntaxNode
  start: number
  end: number
  properties?: SyntaxNode[]
  key?: { name?: string }
  value?: SyntaxNode
  shorthand?: boolean
}

/** Replaces the texts that document an attribute: nothing reads them. */
function withoutAttributeDescriptions(code: string, parse: (code: string) => unknown): string {
  if (!code.includes('description:')) return code
  const found: SyntaxNode[] = []
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return
    const { type, properties = [] } = part as SyntaxNode
    const described = type === 'ObjectExpression' ? properties.filter(isDescription) : []
    found.push(...described.map(one => one.value!))
    if (described.length === 0) Object.values(part).forEach(visit)
    else properties.filter(one => !described.includes(one)).forEach(visit)
  }
  visit(parse(code))
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}0${text.slice(end)}`, code)
}

const isDescription = ({ type, key, value, shorthand }: SyntaxNode): boolean =>
  type === 'Property' && shorthand !== true && key?.name === 'description' && value !== undefined
