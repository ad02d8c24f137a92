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

// Derives a programme's palette from its one colour. Every shade keeps the hue. Only lightness and chroma change,
// in OKLCH, where equal steps look equal for any hue.

export interface BrandColours {
  /** The fill of main buttons: the programme's colour, or a dark grey for a grey one, which would look disabled. */
  brand: string
  /** Text on the brand colour, at least 4.5:1. */
  ink: string
  /** The brand colour as text on white and on the tint, at least 4.5:1. */
  text: string
  /** The fill of selected items. */
  tint: string
  /** Borders on the tint, peers in charts. */
  line: string
  /** Lines, rings, dots, own values in charts and the focus ring: on white, canvas and tint at least 3:1. */
  mark: string
  /** Replacements for colours of states that could be mistaken for the brand. */
  states: Partial<Record<State, StateColour>>
}

export type State = 'ok' | 'warn' | 'bad' | 'info'

export interface StateColour {
  /** As text at least 4.5:1 on white and on its tint. */
  colour: string
  tint: string
}

const WHITE = '#ffffff'
const DARK_INK = '#18202c'
const CANVAS = '#f6f7f9'
const TEXT_CONTRAST = 4.5
const MIN_SHAPE_CONTRAST = 3
/** CIEDE2000; below it a filled button is hard to see on the white page, however readable its text. */
const MIN_DIFFERENCE_FROM_PAGE = 6

/** CIEDE2000; below it the colours of two small marks are confused. */
const MIN_DIFFERENCE_FROM_STATE = 15
/** The usual colour, as in src/browser/app/styles/global.css, then replacements if the brand is too similar. */
const STATES: Record<State, readonly [usual: string, ...others: string[]]> = {
  ok: ['#17764a', '#0f6674'],
  warn: ['#9a5400', '#6f6400'],
  bad: ['#b8262c', '#8f1d6b', '#7d1a1a'],
  info: ['#1d5fb0', '#0f6674']
}
/** OKLCH. A fill of so little chroma and middling lightness looks like a disabled button. */
const GREY_CHROMA = 0.03
const GREY_LIGHTNESS = { from: 0.45, to: 0.95, button: 0.38 }

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
function darken(base: Oklch, contrast: number, grounds: string[]): string {
  const contrasts = (colour: string): boolean =>
    grounds.every(ground => wcagContrast(colour, ground) >= contrast)
  const own = shade(base, base.l, base.c)
  if (contrasts(own)) return own
  // Black contrasts with every pale background, so the result lies between it and the colour.
  let found = '#000000'
  let [dark, light] = [0, base.l]
  for (let step = 0; step < 9; step++) {
    const middle = (dark + light) / 2
    const candidate = shade(base, middle, base.c)
    if (contrasts(candidate)) [found, dark] = [candidate, middle]
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

/** A grey of middling lightness becomes a dark one. */
function buttonFill(colour: string, base: Oklch): string {
  const looksDisabled = base.c < GREY_CHROMA && base.l > GREY_LIGHTNESS.from && base.l < GREY_LIGHTNESS.to
  return looksDisabled ? shade(base, GREY_LIGHTNESS.button, base.c) : colour
}

function replaceSimilarStates(shades: readonly string[]): BrandColours['states'] {
  const distance = (colour: string): number => Math.min(...shades.map(one => difference(one, colour)))
  const replaced = Object.entries(STATES).flatMap(([state, candidates]) => {
    const [usual] = candidates
    const chosen =
      candidates.find(colour => distance(colour) >= MIN_DIFFERENCE_FROM_STATE) ??
      candidates.toSorted((one, other) => distance(other) - distance(one))[0] ??
      usual
    if (chosen === usual) return []
    const base = toOklch(chosen)
    const tint = base === undefined ? WHITE : shade(base, 0.96, Math.min(base.c, 0.02))
    return [[state, { colour: chosen, tint }] as const]
  })
  return Object.fromEntries(replaced)
}

/** Derives the shades; undefined if `text` is not an opaque colour or cannot be distinguished from the page. */
export function deriveBrand(text: string): BrandColours | undefined {
  const colour = readColour(text)
  if (colour === undefined) return undefined
  const base = toOklch(colour)
  if (base === undefined || difference(colour, WHITE) < MIN_DIFFERENCE_FROM_PAGE) return undefined
  const brand = buttonFill(colour, base)
  const ink = textColourOn(brand)
  if (ink === undefined) return undefined
  const tint = shade(base, 0.957, Math.min(base.c, 0.013))
  const mark = darken(toOklch(brand) ?? base, MIN_SHAPE_CONTRAST, [WHITE, CANVAS, tint])
  return {
    brand,
    ink,
    text: darken(base, TEXT_CONTRAST, [WHITE, tint]),
    tint,
    line: shade(base, 0.825, Math.min(base.c, 0.047)),
    mark,
    states: replaceSimilarStates([brand, mark])
  }
}

/** The shades as CSS custom properties. */
export function brandStyle({ brand, ink, text, tint, line, mark, states }: BrandColours): string {
  const properties = {
    brand,
    'brand-ink': ink,
    'brand-text': text,
    'brand-tint': tint,
    'brand-line': line,
    'brand-mark': mark,
    ...((toOklch(text)?.c ?? 0) < GREY_CHROMA && { 'brand-link': 'underline' }),
    ...Object.fromEntries(
      Object.entries(states).flatMap(([state, { colour, tint: stateTint }]) => [
        [state, colour],
        [`${state}-tint`, stateTint]
      ])
    )
  }
  const declared = Object.entries(properties).map(([name, value]) => `--${name}:${value}`)
  return `:root{${declared.join(';')}}`
}
