// Reads the page's colours for plotly, which cannot read CSS variables.

import type { ChartTheme } from './figure.ts'

export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  readSpacing()
  const read = (name: string, otherwise: string): string => {
    const value = style.getPropertyValue(name).trim()
    return systemColours.has(value) ? resolveSystemColour(value) : value || otherwise
  }
  return {
    brand: read('--brand-mark', '#0b6e75'),
    brandLine: read('--brand-line', '#a9d0d2'),
    ink: read('--ink', '#18202c'),
    ink2: read('--ink-2', '#465163'),
    ink3: read('--ink-3', '#616b7c'),
    line: read('--line', '#e4e8ee'),
    lineStrong: read('--line-strong', '#c3cad5'),
    lineField: read('--line-field', '#7f8897'),
    surface: read('--surface', '#ffffff'),
    ok: read('--ok', '#17764a'),
    bad: read('--bad', '#b8262c'),
    font: read('--font', 'Inter, system-ui, sans-serif')
  }
}

/** The values of the colour tokens in forced colours (src/browser/app/styles/global.css). */
const systemColours = new Set(['Canvas', 'CanvasText', 'GrayText', 'Highlight', 'HighlightText', 'LinkText'])

function resolveSystemColour(systemColour: string): string {
  const probe = document.createElement('i')
  probe.style.color = systemColour
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

let canvas: CanvasRenderingContext2D | null | undefined

/** The letter and word spacing that the reader's own style adds, as a share of the font size (WCAG 1.4.12). */
let spacing = { letter: 0, word: 0 }

function readSpacing(): void {
  const { fontSize, letterSpacing, wordSpacing } = getComputedStyle(document.body)
  const share = (length: string): number =>
    (Number.parseFloat(length) || 0) / (Number.parseFloat(fontSize) || 1)
  spacing = { letter: share(letterSpacing), word: share(wordSpacing) }
}

/** The width of a text in pixels, estimated from the number of letters if there is no canvas. */
export function measureText(text: string, size: number, weight: number): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  const added = size * (text.length * spacing.letter + (text.split(' ').length - 1) * spacing.word)
  if (!canvas) return text.length * size * 0.58 + added
  canvas.font = `${weight} ${size}px Inter, system-ui, sans-serif`
  return canvas.measureText(text).width + added
}
