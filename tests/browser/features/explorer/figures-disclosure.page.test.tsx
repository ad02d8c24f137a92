// The table below a chart exists only while it is open, or printed on request.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { chartTools } from '#browser/features/explorer/chart/chart-tools-chunk.ts'
import { FiguresDisclosure } from '#browser/features/explorer/chart/figures-disclosure.tsx'
import { printWithTable } from '#browser/features/explorer/export/printed-table.ts'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'

beforeAll(async () => {
  await chartTools.load()
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const chartView = chartViewOf(
  chartAnswer({ values: Array.from({ length: 40 }, (_, index) => index + 0.5) }),
  PERIOD
)
const none: readonly AverageName[] = []
const change = vi.fn<ChangeSelection>()
const disclosure = <FiguresDisclosure chartView={chartView} averages={none} sort={null} change={change} />
const rows = (): number => document.querySelectorAll('tbody tr').length

function toggle(isOpen: boolean): void {
  const details = screen.getByText('The same figures as a table').closest('details')!
  details.open = isOpen
  fireEvent(details, new Event('toggle'))
}

test('the table is rendered on opening and sorts then', () => {
  render(disclosure)
  expect(rows()).toBe(0)
  toggle(true)
  expect(rows()).toBe(40)
  fireEvent.click(screen.getByRole('button', { name: 'Submission' }))
  expect(change).toHaveBeenCalledExactlyOnceWith({ sort: 'name' })
  toggle(false)
  expect(rows()).toBe(0)
})

test('the own row and the chosen averages stay on top in any order', () => {
  const leading = (sort: string | null, averages: readonly AverageName[]): string[] => {
    const { unmount } = render(
      <FiguresDisclosure chartView={chartView} averages={averages} sort={sort} change={change} />
    )
    toggle(true)
    const names = [...document.querySelectorAll('tbody tr th')].map(head => head.textContent)
    expect(names.filter(name => name.includes('Ward 4B'))).toHaveLength(1)
    unmount()
    return names.slice(0, 3)
  }
  expect(leading('-value', ['Mean', 'Q3'])).toEqual([
    'Ward 4B S1 own',
    'Mean of 39 peersupper quartile (Q3) 30.0',
    'S40'
  ])
  expect(leading('name', none).slice(0, 2)).toEqual(['Ward 4B S1 own', 'S2'])
})

test('the table begins with rank, name and value', () => {
  render(disclosure)
  toggle(true)
  const heads = [...document.querySelectorAll('thead th')].map(head => head.textContent)
  expect(heads.slice(0, 3).map(head => head.split('%')[0])).toEqual(['Rank', 'Submission', 'Value'])
})

test('the table is printed only when it is asked for, once', async () => {
  render(disclosure)
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(rows()).toBe(0)
  act(() => void dispatchEvent(new Event('afterprint')))
  const printed: number[] = []
  vi.stubGlobal('print', () => {
    dispatchEvent(new Event('beforeprint'))
    printed.push(rows())
    dispatchEvent(new Event('afterprint'))
  })
  await act(printWithTable)
  vi.unstubAllGlobals()
  expect(printed).toEqual([40])
  expect(rows()).toBe(0)
})

test('an open table is left out of the print unless it is asked for', () => {
  render(disclosure)
  toggle(true)
  expect(document.querySelector('table')?.closest('[class~="print:hidden"]')).not.toBeNull()
})

test('a change that leaves the figures as they are does not rerender the table', () => {
  const entries = vi.fn<() => typeof chartView.entries>(() => chartView.entries)
  const counted = Object.defineProperty({ ...chartView }, 'entries', { get: entries })
  const page = () => (
    <main>
      <FiguresDisclosure chartView={counted} averages={none} sort={null} change={change} />
    </main>
  )
  const { rerender } = render(page())
  toggle(true)
  expect(entries).toHaveBeenCalled()
  entries.mockClear()
  rerender(page())
  expect(entries).not.toHaveBeenCalled()
})
