import '#tests/support/indexed-db.ts'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocusOnRemoval } from '#browser/ui/focus/focus-place.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { chooseSome } from '#tests/support/rotation.ts'
import { screens, type RoutePattern } from '#tests/support/screens.ts'
import { useServer, type Role } from '#tests/support/server.ts'

// Every button of a screen is pressed by keyboard, and whatever that takes away, the focus stays on the page. One screen each day where
// buttons give way to others, and two of the rest as the commit chooses; `LONG` presses those of all of them.

const server = useServer()
const { start } = useIsland(server)
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

/** Where buttons give way to others on every visit. */
const ALWAYS: RoutePattern = '/projects/:projectcode/data-collection/questionnaire/:ids'
const OTHERS = (Object.keys(screens) as RoutePattern[]).filter(
  pattern => screens[pattern].role !== undefined && pattern !== ALWAYS
)
const patterns = [ALWAYS, ...(process.env['LONG'] ? OTHERS : chooseSome(OTHERS, 2, 'vanishing buttons'))]

let stop: () => void
beforeEach(() => {
  stop = keepFocusOnRemoval()
  Reflect.set(window, 'print', () => {})
})
afterEach(() => stop())

const isBusy = () =>
  document.querySelector('[aria-busy="true"], [role="status"][aria-label^="Loading"]') !== null
const settles = () => waitFor(() => expect(isBusy()).toBe(false))
const buttons = () =>
  [...document.querySelectorAll<HTMLButtonElement>('main button:not(:disabled)')].filter(
    button => button.closest('[hidden], [inert]') === null
  )
const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent.trim()

async function pressByKeyboard(button: HTMLButtonElement): Promise<void> {
  await act(async () => {
    button.focus()
    button.click()
  })
  await settles()
}

async function closeDialogs(): Promise<void> {
  for (let dialog; (dialog = document.querySelector('dialog[open]')) !== null;) {
    const open = dialog
    await act(async () => void open.dispatchEvent(new Event('cancel', { cancelable: true })))
    await waitFor(() => expect(open.isConnected).toBe(false))
  }
}

/** A dialog gives the focus back a moment after it is gone, and one whose code comes late takes it. */
const isFocusLost = () =>
  waitFor(() =>
    expect(document.querySelector('dialog[open]') ?? document.activeElement).not.toBe(document.body)
  ).then(
    () => false,
    () => true
  )

/** Presses each button once. Returns the names of those that were gone afterwards, and of those that took the focus with them. */
async function pressAll(): Promise<{ gone: string[]; lost: string[] }> {
  const path = location.pathname
  const pressed = new Set<string>()
  const result = { gone: [] as string[], lost: [] as string[] }
  for (let button; (button = buttons().find(one => !pressed.has(nameOf(one)))) !== undefined;) {
    const name = nameOf(button)
    pressed.add(name)
    await closeDialogs()
    await pressByKeyboard(button)
    await closeDialogs()
    if (location.pathname !== path) break
    if (!button.isConnected) result.gone.push(name)
    if (await isFocusLost()) result.lost.push(name)
  }
  return result
}

test.each(patterns)('%s: no button takes the focus away with it', async pattern => {
  const screen = screens[pattern]
  await start(await screen.address(find), screen.role)
  await settles()
  if (screen.content !== null) {
    const { content } = screen
    await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(content))
  }
  const { gone, lost } = await pressAll()
  expect(lost).toEqual([])
  if (pattern === ALWAYS) expect(gone).not.toEqual([])
})
