import { act, screen, within } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { calendarFile } from '#domain/projects/calendar.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { recomputeRelease } from '#tests/support/release-files.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

afterEach(() => vi.restoreAllMocks())

describe('about a project (product 11)', () => {
  test('contents, texts, dates, contacts and documents', async () => {
    await start('/projects/ward-staffing/about', 'viewer')
    expect(await screen.findByRole('heading', { name: 'About Ward staffing' })).toBeTruthy()
    const contents = await screen.findByRole('navigation', { name: 'Contents' })
    const [first] = within(contents).getAllByRole('link')
    const target = first?.getAttribute('href')?.slice(1) ?? ''
    expect(document.getElementById(target)?.textContent).toBe(first?.textContent)
    expect(screen.getByText('Data collection closes').nextSibling?.textContent).toMatch(
      /^12 Dec, end of the day, in 22 days$/
    )
    expect(screen.getByRole('link', { name: 'admin@wards.example' }).getAttribute('href')).toBe(
      'mailto:admin@wards.example'
    )
    expect(screen.getByRole('button', { name: 'Download Ward staffing: how to take part' })).toBeTruthy()
    expect(document.title).toContain('About')
  })

  test('the key dates are saved as a calendar file', async () => {
    let content: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
      content = blob as Blob
      return 'blob:1'
    })
    await start('/projects/ward-staffing/about', 'lead')
    await screen.findByRole('heading', { name: 'Key dates' })
    await act(async () => screen.getByRole('button', { name: 'Download a calendar file' }).click())
    const text = (await content?.text()) ?? ''
    expect(text).toContain('SUMMARY:Ward staffing: Data collection closes\r\n')
    expect(text).toContain('DTSTART;VALUE=DATE:20261212\r\n')
    expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(2)
  })

  test('a member downloads a published edition and reads how to cite it', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
      saved.push(blob as Blob)
      return 'blob:1'
    })
    await start(`/projects/ward-staffing/about?tp=${await periodNamed(server, '2025')}`, 'viewer')
    const card = (await screen.findByRole('heading', { name: 'Results of 2025' })).closest('section')!
    expect(within(card).getByText(/ Ward staffing 2025, edition 1\. Data set, /)).toBeTruthy()
    await clickFound(within(card).findByRole('button', { name: 'Download data package of edition 1' }))
    await within(card).findByText('Saved to your downloads')
    const files = unzipSync(new Uint8Array(await saved[0]!.arrayBuffer()))
    expect(recomputeRelease(files).faults).toEqual([])
  })

  test('an admin downloads an edition from the list of editions', async () => {
    await start(`/projects/ward-staffing/about?tp=${await periodNamed(server, '2024')}`, 'admin')
    const card = (await screen.findByRole('heading', { name: 'Results of 2024' })).closest('section')!
    expect(
      await within(card).findByRole('button', { name: 'Download data package of edition 1' })
    ).toBeTruthy()
    expect(within(card).getByText(/on the publication date$/)).toBeTruthy()
  })

  test('a project that does not exist is not found', async () => {
    await start('/projects/NOPE/about', 'lead')
    expect((await screen.findAllByText(/Page not found/i)).length).toBeGreaterThan(0)
  })
})

test('a calendar file: escaped, folded at 75 octets, no character cut in two', () => {
  const title = `${'é'.repeat(60)}, wards; and\nmore \\ `
  const file = calendarFile([{ uid: 'a@b', title, at: '2026-12-12T12:00:00.000Z' }], NOON)
  expect(file).toContain('DTSTART:20261212T120000Z\r\n')
  expect(file).toContain('DTSTAMP:20261120T120000Z\r\n')
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'é'.repeat(60)}\\, wards\\; and\\nmore \\\\ `)
  expect(file).not.toContain('\uFFFD')
})
