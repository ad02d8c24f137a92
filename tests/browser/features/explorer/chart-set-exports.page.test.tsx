// Exports of one chart and of several, from a group and from the dashboard, with the selection of the screen.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $filterOptions } from '#browser/stores/filters.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { chartNamed, periodNamed } from '#tests/support/seeded.ts'
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

test('nothing is exported of figures that the choices of the page have left behind, and paper says so', async () => {
  const [chart, before, after] = await Promise.all([
    chartNamed(server, 'Vacancy rate'),
    periodNamed(server, '2025'),
    periodNamed(server, '2024')
  ])
  await island.start(`/projects/ward-staffing/results/establishment/detail/${chart}?tp=${before}`, 'lead')
  await screen.findByText(/^Calculated /)
  const note = () => document.querySelector('.printable footer')?.textContent
  await eventually(() => expect(note()).toContain('Period 2025.'))
  const waiting: (() => void)[] = []
  const releaseAll = (): void => {
    for (const release of waiting.splice(0)) release()
  }
  configureTransport({
    apiBase: 'http://api.example',
    onUnauthorised: () => {},
    fetch: async (input, init) => {
      await new Promise<void>(resolve => waiting.push(resolve))
      return server.fetch(input, init)
    }
  })
  const choice = screen.getByRole('combobox', { name: /Period/ })
  await act(async () => void fireEvent.change(choice, { target: { value: String(after) } }))
  const expectNone = () => {
    expect(screen.getByText(/^Calculated /)).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Figures (CSV)' })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: 'Copy evidence link' })).toBeNull()
    expect(note()).toContain('Newer figures were still loading')
    expect(note()).not.toMatch(/Period 20|http/)
  }
  await press('button', 'Export')
  // First the options of the other period load, then its figures.
  expect($filterOptions.get().state).toBe('loading')
  expectNone()
  await eventually(() => {
    if ($filterOptions.get().state !== 'ready') releaseAll()
    expect($filterOptions.get().state).toBe('ready')
  })
  expectNone()
  const item = await eventually(() => {
    releaseAll()
    return screen.getByRole('menuitem', { name: 'Figures (CSV)' })
  })
  expect(note()).toMatch(/Period 2024\..*http/)
  await act(async () => item.click())
  const text = await (await savedFile()).content.text()
  expect(text).toContain('\r\nPeriod,2024\r\n')
  expect(text).toMatch(new RegExp(`\\nLink,.*tp=${after}`))
})
