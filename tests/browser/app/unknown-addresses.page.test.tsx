// Every address of the table, for everyone, with each of its parts replaced by one that names nothing: nobody is shown a page of what is not there.

import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { routes } from '#browser/app/routes.ts'
import { $view } from '#browser/app/view.ts'
import { useIsland } from '#tests/support/island.tsx'
import { partInTurn } from '#tests/support/rotation.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

/** Nobody, a member, and the one whom every guard lets in; the roles between them are for `npm run test:long`. */
const roles: (Role | undefined)[] = process.env['LONG']
  ? [undefined, 'viewer', 'contributor', 'lead', 'admin', 'super']
  : [undefined, 'viewer', 'super']

/** What is there, for each variable part of an address. */
const known: Record<string, string> = {
  projectcode: 'ward-staffing',
  explorertype: 'results',
  groupname: 'establishment',
  id: '1',
  ids: '1-1-1',
  casecode: 'ABCD-EFGH'
}

/** What is not: names of nothing, wrong forms, and words that code knows. */
const unknown: Record<string, readonly string[]> = {
  projectcode: ['NOPE', 'Ward-Staffing', 'constructor', '..%2F'],
  explorertype: ['nope', '__proto__'],
  id: ['five', '1.5', '99999999999999999999'],
  ids: ['abc', '0-0', '1-2-3-4', '999999-1-1', '1-999999-1', '1-1-999999'],
  casecode: ['NOPE-NOPE', '%20']
}

const keysOf = (pattern: string): string[] => [...pattern.matchAll(/:(\w+)/g)].map(([, key]) => key ?? '')

function fill(pattern: string, values: Record<string, string>): string {
  const isSurvey = pattern.startsWith('/surveys')
  return pattern.replaceAll(
    /:(\w+)\??/g,
    (_, key: string) => values[key] ?? (key === 'ids' && isSurvey ? '1-1' : (known[key] ?? 'x'))
  )
}

// A mailed code may look like anything; its screen asks the server.
const isMailedCode = (pattern: string): boolean => pattern === '/verify/:id'

const cases = routes
  .filter(({ pattern }) => !isMailedCode(pattern))
  .flatMap(({ pattern, guards }) =>
    keysOf(pattern)
      .filter(key => key in unknown)
      .flatMap(key =>
        (unknown[key] ?? []).flatMap(value =>
          roles.map(role => ({ path: fill(pattern, { [key]: value }), key, role: role ?? 'nobody', guards }))
        )
      )
  )

/** What stands at an address in the end. */
async function arrival(path: string, role: string): Promise<string> {
  await start(path, role === 'nobody' ? undefined : (role as Role))
  await waitFor(() => expect($view.get().is).not.toBe('starting'))
  const view = $view.get()
  if (view.is === 'error') return `${view.status} ${view.message}`
  return location.pathname
}

describe('an address with a part that names nothing', () => {
  test('the test has cases', () => {
    expect(cases.length).toBeGreaterThan(50 * roles.length)
    expect(new Set(cases.map(({ key }) => key))).toEqual(new Set(Object.keys(unknown)))
  })

  test.each(partInTurn(cases, 4, 'unknown addresses'))(
    '$path for $role',
    async ({ path, key, role, guards }) => {
      const where = await arrival(path, role)
      if (path.startsWith('/surveys/') && key === 'casecode') expect(where).toBe('/surveys/404')
      else if (role === 'nobody' && guards.includes('auth') && where === '/login') expect(key).not.toBe('id')
      else expect(where).toMatch(new RegExp(`^404 Page not found: `))
    }
  )

  test.each([
    '/surveys',
    '/surveys/',
    '/surveys/abc',
    '/surveys/404/more/than/this',
    '/projects/NOPE/about',
    '/project'
  ])('%s says so', async path => {
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36',
      onLine: true
    })
    await start(path, 'lead')
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
    expect(screen.getByText(`Page not found: ${path}`)).toBeTruthy()
  })
})

describe('an address whose parts are well formed and name nothing that this person can see', () => {
  test.each([
    ['/projects/ward-staffing/results/no-such-group', 'viewer'],
    ['/projects/ward-staffing/results/no-such-group/detail', 'viewer'],
    ['/projects/ward-staffing/results/no-such-group/detail/999999', 'viewer']
  ] as const)('%s says so to a %s', async (path, role) => {
    await start(path, role)
    await waitFor(() =>
      expect(document.getElementById('main')?.textContent).toMatch(
        /not (be )?(found|loaded|there|open)|no such|there is no/i
      )
    )
    await act(async () => {})
    expect($view.get()).toMatchObject({ is: 'screen' })
  })
})
