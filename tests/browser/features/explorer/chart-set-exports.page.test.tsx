// Exports of several charts, from a group and from the dashboard, with the selection of the screen.

import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

/** The files that the page saves. */
const saved: { name: string; content: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  let content: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    content = blob as Blob
    return 'blob:1'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (content && this.download !== '') saved.push({ name: this.download, content })
  })
})
afterEach(() => vi.restoreAllMocks())

const press = async (role: 'button' | 'menuitem', name: string | RegExp) => {
  const found = await screen.findByRole(role, { name })
  await act(async () => found.click())
}

async function savedFile() {
  await eventually(() => expect(saved.length).toBe(1))
  return saved[0]!
}

async function sheetsOf(content: Blob) {
  const book = readXlsx(new Uint8Array(await content.arrayBuffer()))
  if (!book.ok) throw new Error(book.error)
  return book.value
}

test('all figures of a group as one workbook, with the selection and the recipient', async () => {
  await island.start('/projects/ward-staffing/results/establishment', 'lead')
  await screen.findByRole('table')
  await press('button', 'Export')
  await press('menuitem', 'All figures (XLSX)')
  const { name, content } = await savedFile()
  expect(name).toBe('establishment-2026.xlsx')
  const sheets = await sheetsOf(content)
  const overview = [...sheets[0]!.rows.values()].map(row => [...row.values()].map(cell => cell.value))
  expect(sheets.length).toBe(overview.length - 1 + 2)
  const about = JSON.stringify(
    [...sheets.at(-1)!.rows.values()].flatMap(row => [...row.values()].map(cell => cell.value))
  )
  for (const words of [
    'Amara Okafor, Northfield General',
    'Own submission',
    'Compared with',
    'Definition',
    '/detail/'
  ])
    expect(about).toContain(words)
})

test('as CSV, every line names its chart', async () => {
  await island.start('/projects/ward-staffing/results/establishment', 'lead')
  await press('button', 'Export')
  await press('menuitem', 'All figures (CSV)')
  const text = await (await savedFile()).content.text()
  expect(text.split('\r\n').filter(line => line.startsWith('Vacancy rate,')).length).toBeGreaterThan(5)
})

test('a chart that cannot be loaded is named and left out; the others are saved', async () => {
  await island.start('/projects/ward-staffing/results/establishment', 'viewer')
  await screen.findByRole('table')
  let broken = ''
  configureTransport({
    apiBase: 'http://api.example',
    onUnauthorised: () => {},
    fetch: (input, init) => {
      const path = new URL((input as Request).url).pathname
      if (broken === '' && path.includes('getChartData')) broken = path
      if (path === broken) return Promise.resolve(Response.json({ detail: 'Out of order' }, { status: 400 }))
      return server.fetch(input, init)
    }
  })
  await press('button', 'Export')
  await press('menuitem', /^Briefing pack/)
  const boxes = within(await screen.findByRole('group', { name: 'Charts in the pack' })).getAllByRole(
    'checkbox'
  )
  await act(async () => boxes.at(-1)!.click())
  expect(screen.getByText(`${boxes.length - 1} charts chosen`)).toBeTruthy()
  await press('button', 'Download workbook (XLSX)')
  const sheets = await sheetsOf((await savedFile()).content)
  expect(sheets.length).toBe(boxes.length - 2 + 2)
  expect(
    $toasts
      .get()
      .map(toast => toast.text)
      .join(' ')
  ).toMatch(/^Could not be loaded, so left out: .+\.$/)
})
