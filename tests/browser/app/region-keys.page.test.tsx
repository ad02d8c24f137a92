import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overlays } from '#browser/app/overlays/overlays-chunk.ts'
import { listenForRegionKeys } from '#browser/app/region-keys.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

// F6 leads from each part of a page to the next, on every page and in one order.

const server = useServer()
const { start } = useIsland(server)

let stop: () => void
beforeEach(async () => {
  await overlays.load()
  stop = listenForRegionKeys()
})
afterEach(() => stop())

const pressF6 = (shiftKey = false) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F6', shiftKey }))

/** The name of the landmark that holds the focus. */
function currentRegion(): string {
  const region = document.activeElement?.closest('nav, main, aside, section[aria-label], [data-region]')
  return region?.getAttribute('aria-label') ?? region?.id ?? ''
}

const regionName = (): string =>
  currentRegion() || (document.activeElement?.closest('header') ? 'top bar' : 'none')

/** Presses F6 until the focus is in the same region again. */
async function cycle(shiftKey = false): Promise<string[]> {
  const names: string[] = []
  do {
    await pressF6(shiftKey)
    names.push(regionName())
  } while (!names.slice(0, -1).includes(names.at(-1) ?? '') && names.length < 20)
  // Without its style sheet the page shows the menus of small windows too.
  return names.filter(name => !/^(Main|Project) menu$/.test(name))
}

test('around the home page and back', async () => {
  await start('/', 'lead')
  await screen.findAllByText(/Ward staffing/)
  expect(await cycle()).toEqual(['top bar', 'Main', 'main', 'top bar'])
  expect(await cycle(true)).toEqual(['main', 'Main', 'top bar', 'main'])
})

test('around a section with its table, where a region takes the focus where it was', async () => {
  await start('/projects/ward-staffing/data-collection', 'contributor')
  const link = await waitFor(() => {
    const found = document.querySelector<HTMLAnchorElement>('a[href*="/questionnaire/"]')
    expect(found).not.toBeNull()
    return found!
  })
  await act(async () => link.click())
  const cell = await waitFor(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('form[data-cells] input[inputmode]')
    expect(fields.length).toBeGreaterThan(1)
    return fields[1]!
  })
  await act(async () => cell.focus())
  await screen.findByRole('tab', { name: 'About' })
  const regions = [
    'About the cell',
    'Saving and next steps',
    'top bar',
    'Main',
    'Project',
    'Project pages',
    'Sections',
    'questions'
  ]
  expect(await cycle()).toEqual([...regions, 'About the cell'])
  await pressF6(true)
  expect(document.activeElement).toBe(cell)
  expect(await cycle(true)).toEqual([...regions.slice(0, -1).toReversed(), 'questions', 'Sections'])
})
