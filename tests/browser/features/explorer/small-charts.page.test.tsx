// The charts of a group are static images: each is drawn once, when it scrolls into view, and kept.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

type Seen = (entries: { isIntersecting: boolean }[]) => void

/** A window in which nothing is in view until the test says so. */
function scrollByHand() {
  const watched = new Map<Element, Set<Seen>>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #onSeen: Seen
      constructor(onSeen: Seen) {
        this.#onSeen = onSeen
      }
      observe(element: Element): void {
        watched.set(element, (watched.get(element) ?? new Set()).add(this.#onSeen))
      }
      disconnect(): void {
        for (const all of watched.values()) all.delete(this.#onSeen)
      }
    }
  )
  const tell = (element: Element, isIntersecting: boolean): void => {
    for (const onSeen of watched.get(element) ?? []) onSeen([{ isIntersecting }])
  }
  return {
    tiles: () => [...watched.keys()],
    scrollTo: (element: Element) => tell(element, true),
    scrollAway: (element: Element) => tell(element, false)
  }
}

const pictureOf = (tile: Element): Element | null => tile.querySelector('svg[data-chart]')

test('a chart is drawn once as a static image, and kept when it scrolls away and back', async () => {
  const { tiles, scrollTo, scrollAway } = scrollByHand()
  const period = await periodNamed(server, '2025')
  await island.start(`/projects/ward-staffing/results/establishment?tp=${period}&focus=charts`, 'lead')
  const [first, second] = await waitFor(() => {
    expect(tiles().length).toBeGreaterThan(1)
    return tiles()
  })
  const changed = new Map<Element, number>()
  const observer = new MutationObserver(records => {
    for (const { target } of records)
      for (const tile of tiles()) if (tile.contains(target)) changed.set(tile, (changed.get(tile) ?? 0) + 1)
  })
  const asked = (): number => island.calls.filter(path => path.startsWith('data/getChartData/')).length
  expect([pictureOf(first!), pictureOf(second!), asked()]).toEqual([null, null, 0])
  scrollTo(first!)
  const picture = await waitFor(() => {
    expect(pictureOf(first!)).not.toBeNull()
    return pictureOf(first!)
  })
  expect(picture?.getAttribute('role')).toBe('img')
  expect(first!.querySelector('canvas, .js-plotly-plot')).toBeNull()
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let time = 0; time < 3; time += 1) {
    scrollAway(first!)
    scrollTo(second!)
    await eventually(() => expect(pictureOf(second!)).not.toBeNull())
    scrollTo(first!)
  }
  observer.disconnect()
  expect(changed.get(second!)).toBeGreaterThan(0)
  expect(changed.get(first!) ?? 0).toBe(0)
  expect(pictureOf(first!)).toBe(picture)
  expect(asked()).toBe(2)
})

test('paper has no figures of earlier choices: it names the charts that are not loaded, and “Print” loads them', async () => {
  const { tiles, scrollTo } = scrollByHand()
  const period = await periodNamed(server, '2025')
  await island.start(`/projects/ward-staffing/results/establishment?tp=${period}&focus=charts`, 'lead')
  const shown = await waitFor(() => {
    expect(tiles().length).toBeGreaterThan(2)
    return tiles()
  })
  for (const tile of shown) scrollTo(tile)
  await waitFor(() => expect(shown.map(pictureOf)).not.toContain(null))
  expect(screen.queryByText(/^Not loaded when this was printed/)).toBeNull()
  await act(
    async () =>
      void fireEvent.change(screen.getByRole('combobox', { name: /Period/ }), {
        target: { value: String(await periodNamed(server, '2024')) }
      })
  )
  const [first, ...others] = await waitFor(() => {
    const now = tiles().filter(tile => tile.isConnected)
    expect(now.map(pictureOf)).toEqual(now.map(() => null))
    expect(now).toHaveLength(shown.length)
    return now
  })
  scrollTo(first!)
  await waitFor(() => expect(pictureOf(first!)).not.toBeNull())
  const nameOf = (tile: Element): string => within(tile as HTMLElement).getByRole('link').textContent
  const note = screen.getByText(/^Not loaded when this was printed/)
  expect(note.textContent).toContain(`: ${others.map(nameOf).join(', ')}.`)
  expect(others.map(pictureOf)).toEqual(others.map(() => null))
  const print = vi.fn<() => void>(() =>
    expect(tiles().filter(tile => tile.isConnected && pictureOf(tile) === null)).toEqual([])
  )
  vi.stubGlobal('print', print)
  await act(async () => screen.getByRole('button', { name: 'Export' }).click())
  await act(async () => screen.getByRole('menuitem', { name: 'Print or save as PDF' }).click())
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(screen.queryByText(/^Not loaded when this was printed/)).toBeNull()
})
