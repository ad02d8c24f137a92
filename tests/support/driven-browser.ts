// A browser that a test presses and clicks as a person does, whatever engine it has.
export interface DrivenPage {
  open: (url: string) => Promise<void>
  /** Runs a function's body in the page. */
  evaluate: <T>(body: string) => Promise<T>
  /** Presses and releases the mouse at an element: in its middle, or near its right edge. */
  click: (selector: string, where?: 'middle' | 'right') => Promise<void>
  /** Touches an element with a finger. */
  tap: (selector: string) => Promise<void>
  /** Real key presses; special keys by their WebDriver characters (`keys`). */
  press: (text: string) => Promise<void>
  close: () => Promise<void>
}

/** WebDriver's characters for keys without one of their own. */
export const keys = { enter: '\uE007', tab: '\uE004', escape: '\uE00C', space: ' ', down: '\uE015' }

/** The window of a phone. */
export const PHONE = { width: 390, height: 844 }

const HOLD_MS = 120
const EDGE_PX = 14

/** The function body that computes where to click. */
export const placeOf = (selector: string, where: 'middle' | 'right'): string => `
  const element = document.querySelector(${JSON.stringify(selector)})
  if (element === null) throw new Error(${JSON.stringify(`Nothing is ${selector}`)})
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  return [${where === 'right' ? `box.right - ${EDGE_PX}` : 'box.left + box.width / 2'}, box.top + box.height / 2].map(Math.round)`

/** WebDriver actions for a click at a position and for typing a text. */
export const pressAt = ([x = 0, y = 0]: readonly number[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', duration: 0, x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pause', duration: HOLD_MS },
    { type: 'pointerUp', button: 0 }
  ]
})

/** WebDriver's actions of a finger at a place. */
export const tapAt = (place: readonly number[]) => ({
  ...pressAt(place),
  id: 'finger',
  parameters: { pointerType: 'touch' }
})

export const typing = (text: string) => ({
  type: 'key',
  id: 'keys',
  actions: [...text].flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value }
  ])
})

/** Polls until the result is truthy, or the call succeeds. */
export async function until<T>(ask: () => Promise<T>, what: string, seconds = 30): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (Date.now() > end) throw error
    })
    if (answer) return answer
    if (Date.now() > end) throw new Error(`Waited for ${what}.`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
