import {
  clampChroma,
  converter,
  differenceCiede2000,
  displayable,
  formatHex,
  parse,
  wcagContrast,
  type Oklch
} from 'culori'

// Derives a programme's palette from its one colour. Every shade keeps the hue; only lightness and chroma
// change, in OKLCH, because equal steps there look equal for any hue.

export interface Brand {
  brand: string
  /** Text on the brand colour, at least 4.5:1. */
  ink: string
  /** The brand colour as text on white and on the tint, at least 4.5:1. */
  text: string
  /** The fill of selected items. */
  tint: string
  /** Borders on the tint, peers in charts. */
  line: string
  /** Focus ring on white, canvas and tint, at least 3:1. */
  focus: string
}

const WHITE = '#ffffff'
const DARK_INK = '#18202c'
const CANVAS = '#f6f7f9'
const TEXT_CONTRAST = 4.5
const MIN_SHAPE_CONTRAST = 3
/** CIEDE2000; below it a filled button is hard to see on the white page, however readable its text. */
const MIN_DIFFERENCE_FROM_PAGE = 6

const toOklch = converter('oklch')
const difference = differenceCiede2000()

/** The colour as `#rrggbb`; undefined if the text is not a colour or not opaque. */
export function readColour(text: string): string | undefined {
  const colour = parse(text)
  if (colour === undefined || (colour.alpha ?? 1) < 1) return undefined
  return formatHex(displayable(colour) ? colour : clampChroma(toOklch(colour), 'oklch', 'rgb'))
}

const shade = (base: Oklch, l: number, chroma: number): string =>
  formatHex(clampChroma({ ...base, l, c: chroma }, 'oklch', 'rgb'))

/**
 * The lightest shade of the hue, not lighter than the colour itself, with at least `contrast` against all
 * backgrounds.
 */
function darkened(base: Oklch, contrast: number, grounds: string[]): string {
  const stands = (colour: string): boolean =>
    grounds.every(ground => wcagContrast(colour, ground) >= contrast)
  const own = shade(base, base.l, base.c)
  if (stands(own)) return own
  // Black contrasts with every pale background, so the result lies between it and the colour.
  let found = '#000000'
  let [dark, light] = [0, base.l]
  for (let step = 0; step < 9; step++) {
    const middle = (dark + light) / 2
    const candidate = shade(base, middle, base.c)
    if (stands(candidate)) [found, dark] = [candidate, middle]
    else light = middle
  }
  return found
}

/**
 * Text on the colour: white or the page's dark ink, then black, whichever is readable first; undefined if
 * none is.
 */
function textColourOn(brand: string): string | undefined {
  return [WHITE, DARK_INK, '#000000'].find(ink => wcagContrast(ink, brand) >= TEXT_CONTRAST)
}

/** Derives the shades; undefined if `text` is not an opaque colour or cannot be distinguished from the page. */
export function deriveBrand(text: string): Brand | undefined {
  const brand = readColour(text)
  if (brand === undefined) return undefined
  const base = toOklch(brand)
  const ink = textColourOn(brand)
  if (base === undefined || ink === undefined || difference(brand, WHITE) < MIN_DIFFERENCE_FROM_PAGE)
    return undefined
  const tint = shade(base, 0.957, Math.min(base.c, 0.013))
  const line = shade(base, 0.825, Math.min(base.c, 0.047))
  return {
    brand,
    ink,
    text: darkened(base, TEXT_CONTRAST, [WHITE, tint]),
    tint,
    line,
    focus: darkened(base, MIN_SHAPE_CONTRAST, [WHITE, CANVAS, tint])
  }
}

/** The shades as CSS custom properties. */
export const brandStyle = (brand: Brand): string =>
  `:root{--brand:${brand.brand};--brand-ink:${brand.ink};--brand-text:${brand.text};--brand-tint:${brand.tint};--brand-line:${brand.line};--brand-focus:${brand.focus}}`
