// Drawing takes longer than a frame of scrolling has. So charts are drawn one after the other, and only while the page is at rest.

import { useEffect, useState } from 'react'
import { whenIdle } from '#lib/idle.ts'

/** Milliseconds without scrolling after which the reader looks at what has come into sight. */
const REST = 120
/** The longest wait for a page that never idles. */
const MAX_TURN_WAIT_MS = 100

let lastScroll = Number.NEGATIVE_INFINITY
let isDrawing = false
const waitingDrawings = new Set<() => void>()

function drawNext(): void {
  const [next] = waitingDrawings
  isDrawing = next !== undefined
  if (next === undefined) return
  const rest = REST - (performance.now() - lastScroll)
  if (rest > 0) {
    setTimeout(drawNext, rest)
    return
  }
  waitingDrawings.delete(next)
  next()
  whenIdle(drawNext, MAX_TURN_WAIT_MS)
}

/** Calls back once it is the caller's turn to draw. Returns what gives the turn up. */
function takeTurn(draw: () => void): () => void {
  waitingDrawings.add(draw)
  if (!isDrawing) {
    isDrawing = true
    whenIdle(drawNext, MAX_TURN_WAIT_MS)
  }
  return () => waitingDrawings.delete(draw)
}

const onScroll = (): void => void (lastScroll = performance.now())

/** Notes when the page was scrolled last. Returns what stops it. */
export function watchScrolling(): () => void {
  addEventListener('scroll', onScroll, { passive: true, capture: true })
  return () => removeEventListener('scroll', onScroll, { capture: true })
}

/** Whether it has been this chart's turn since it had figures to draw. */
export function useDrawingTurn(hasFigures: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(
    () => (hasFigures && !isDrawn ? takeTurn(() => setDrawn(true)) : undefined),
    [hasFigures, isDrawn]
  )
  return isDrawn
}
