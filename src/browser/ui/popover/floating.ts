// Where panels and tooltips go. Loaded when the page is idle, because nothing floats when a screen opens.

import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  shift,
  size,
  type Middleware,
  type Placement
} from '@floating-ui/dom'

export interface FloatOptions {
  reference: Pick<Element, 'getBoundingClientRect'>
  float: HTMLElement
  placement: Placement
  /** A panel keeps clear of the bars of the page. */
  kind: 'panel' | 'tooltip'
}

const WINDOW_GAP = 8
/** A panel is not made lower than this. */
const MIN_PANEL_HEIGHT = 160

/** The room at each edge of the window that a panel leaves free, so that it lies neither over nor under a bar. */
function clearOfBars(): { top: number; right: number; bottom: number; left: number } {
  const room = { top: WINDOW_GAP, right: WINDOW_GAP, bottom: WINDOW_GAP, left: WINDOW_GAP }
  for (const bar of document.querySelectorAll('[data-bar]')) {
    const { top, bottom } = bar.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight) continue
    if (top + bottom < innerHeight) room.top = Math.max(room.top, bottom + WINDOW_GAP)
    else room.bottom = Math.max(room.bottom, innerHeight - top + WINDOW_GAP)
  }
  // Where the bars leave no room for a panel, it covers them.
  return innerHeight - room.top - room.bottom < MIN_PANEL_HEIGHT
    ? { ...room, top: WINDOW_GAP, bottom: WINDOW_GAP }
    : room
}

const MIDDLEWARE: Record<FloatOptions['kind'], Middleware[]> = {
  panel: [
    offset(4),
    flip(() => ({ padding: clearOfBars(), fallbackAxisSideDirection: 'end' })),
    // If neither side of the button has room, the panel covers it rather than leaving the window.
    shift(() => ({ padding: clearOfBars(), crossAxis: true })),
    size(() => ({
      padding: clearOfBars(),
      apply: ({ availableHeight, elements }) => {
        elements.floating.style.maxHeight = `min(100dvh - 16px, ${Math.max(MIN_PANEL_HEIGHT, availableHeight)}px)`
      }
    }))
  ],
  tooltip: [offset(6), flip({ padding: WINDOW_GAP }), shift({ padding: WINDOW_GAP })]
}

/** Keeps what floats beside its reference and in the window, also when either moves. Returns a function that stops it. */
export function keepPlaced({ reference, float, placement, kind }: FloatOptions): () => void {
  Object.assign(float.style, { position: 'absolute', left: '0', top: '0' })
  const place = async (): Promise<void> => {
    const { x, y } = await computePosition(reference, float, { placement, middleware: MIDDLEWARE[kind] })
    // Whole device pixels, so that text is not blurred.
    const snap = (value: number): number => Math.round(value * devicePixelRatio) / devicePixelRatio
    float.style.transform = `translate(${snap(x)}px, ${snap(y)}px)`
  }
  return autoUpdate(reference, float, () => void place())
}
