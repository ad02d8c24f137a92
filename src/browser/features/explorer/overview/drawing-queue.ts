// Drawing a chart takes longer than a frame, so charts are drawn one by one, and only while the page is not being scrolled.

import { useEffect, useState } from 'react'
import { whenIdle } from '#lib/idle.ts'

const SCROLL_REST_MS = 120
/** The longest wait for an idle page. */
const MAX_TURN_WAIT_MS = 100

let lastScroll = Number.NEGATIVE_INFINITY
let isDrawing = false
const waitingDrawings = new Set<() => void>()

function drawNext(): void {
  const [next] = waitingDrawings
  isDrawing = next !== undefined
  if (next === undefined) return
  const rest = SCROLL_REST_MS - (performance.now() - lastScroll)
  if (rest > 0) {
    setTimeout(drawNext, rest)
    return
  }
  waitingDrawings.delete(next)
  next()
  whenIdle(drawNext, MAX_TURN_WAIT_MS)
}

/** Calls back when it is the caller's turn to draw. Returns a function that cancels it. */
function takeTurn(draw: () => void): () => void {
  waitingDrawings.add(draw)
  if (!isDrawing) {
    isDrawing = true
    whenIdle(drawNext, MAX_TURN_WAIT_MS)
  }
  return () => waitingDrawings.delete(draw)
}

const onScroll = (): void => void (lastScroll = performance.now())

/** Records when the page was last scrolled. Returns a function that stops it. */
export function watchScrolling(): () => void {
  addEventListener('scroll', onScroll, { passive: true, capture: true })
  return () => removeEventListener('scroll', onScroll, { capture: true })
}

/** Whether this chart has had its turn to draw since its figures arrived. */
export function useDrawingTurn(hasFigures: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(
    () => (hasFigures && !isDrawn ? takeTurn(() => setDrawn(true)) : undefined),
    [hasFigures, isDrawn]
  )
  return isDrawn
}
