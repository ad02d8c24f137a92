// The start page before the login: what the programme says about itself, or the introduction alone.

import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $siteConfig } from '#browser/stores/site-config.ts'
import type { VisitorHomeConfig } from '#programme/site-config.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

async function openAsVisitor(home: VisitorHomeConfig): Promise<void> {
  await island.start('/')
  await act(async () =>
    $siteConfig.set({ ...$siteConfig.get(), home, support_email: 'help@wards.example', terms_url: '/terms' })
  )
}

const columns = () => screen.queryAllByRole('heading', { level: 2 }).map(heading => heading.textContent)

test('facts, coming dates, the steps to join and who sees what, with an example that says that it is one', async () => {
  await openAsVisitor({
    facts: [{ value: '118', label: 'organisations' }],
    key_dates: [
      { date: '2020-01-01', text: 'A date that has passed' },
      { date: '2099-12-12', text: 'Ward staffing, data collection closes' }
    ],
    how_to_join: ['Register with your work email.', 'Enter figures, then see your results.']
  })
  expect(columns()).toEqual(['Key dates', 'How to join', 'Who sees what'])
  expect(screen.getByText('118').parentElement?.textContent).toBe('organisations118')
  expect(screen.getByText('Ward staffing, data collection closes').parentElement?.textContent).toMatch(/2099/)
  expect(screen.queryByText('A date that has passed')).toBeNull()
  expect(screen.getByRole('link', { name: 'Find your organisation' }).getAttribute('href')).toBe(
    '/organisation'
  )
  expect(screen.getByRole('link', { name: 'Public documents' }).getAttribute('href')).toBe('/documents')
  expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms')
  expect(screen.getByText('Example')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^An example with made-up figures/ })).toBeTruthy()
})

test('without texts it shows the introduction and the address for help', async () => {
  await openAsVisitor({})
  expect(columns()).toEqual([])
  expect(screen.queryByText('Example')).toBeNull()
  expect(screen.getByText('help@wards.example')).toBeTruthy()
})

test('entries of another shape are left out', async () => {
  const broken = {
    facts: 'many',
    key_dates: [{ date: '2099-02-30', text: 'No such day' }, null],
    how_to_join: [7]
  }
  await openAsVisitor(broken as unknown as VisitorHomeConfig)
  expect(columns()).toEqual([])
})
