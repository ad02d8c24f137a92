import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { clearToken } from '#browser/api/token.ts'
import { $isNavigating, $newBuild, $view } from '#browser/app/view.ts'
import { registerLeaveCheck } from '#browser/navigation/leave.ts'
import { $tokenState, expireSession, logOut } from '#browser/stores/session.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { stops, start } = island

const go = (path: string) => act(async () => navigate(path))
const address = () => location.pathname + location.search
const heading = (name: string | RegExp) => screen.findByRole('heading', { name })

describe('the screen of an address (spec 2)', () => {
  test('the projects of a member, under their title', async () => {
    await start('/projects', 'lead')
    await heading('Projects')
    expect(await screen.findByRole('link', { name: 'Ward staffing' })).toBeTruthy()
    expect(document.title).toBe('Projects - National Inpatient Network')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  })

  test('after a start under /surveys, organisations load once on the way to another page', async () => {
    const asked = () => island.calls.filter(path => path === 'organisations/').length
    await start('/surveys/404', 'admin')
    await heading('Survey not found')
    expect(asked()).toBe(0)
    await go('/projects')
    await heading('Projects')
    await go('/documents')
    await waitFor(() => expect($view.get()).toMatchObject({ path: '/documents' }))
    expect(asked()).toBe(1)
  })

  test('an unknown address shows Page Not Found with the address', async () => {
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36',
      onLine: true
    })
    await start('/nowhere')
    await heading('Page Not Found')
    expect(screen.getByText('Page not found: /nowhere')).toBeTruthy()
    expect($view.get()).toMatchObject({ is: 'error', status: 404 })
    expect(document.title).toBe('Page Not Found - National Inpatient Network')
  })

  test('bots get no error page', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)', onLine: true })
    await start('/nowhere')
    await act(async () => void (await import('isbot')))
    expect(screen.queryByRole('heading', { name: 'Page Not Found' })).toBeNull()
  })

  test.each(['/projects/no-such-project', '/projects/ward-staffing/no-such-explorer'])(
    'validate: %s is not found',
    async path => {
      await start(path, 'lead')
      expect($view.get()).toMatchObject({ is: 'error', status: 404, message: `Page not found: ${path}` })
    }
  )

  test('login has no layout, the surveys have their own', async () => {
    await start('/login')
    await heading('Log in')
    expect(screen.queryByRole('banner')).toBeNull()
    await go('/surveys/404')
    await heading('Survey not found')
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('the small-screen notice has the exact text', async () => {
    await start('/login')
    expect(
      screen.getByText(
        'This website is under construction and not mobile ready. Please use a desktop browser to access the full features.'
      )
    ).toBeTruthy()
  })
})

describe('guards and redirects on every navigation (spec 2)', () => {
  test('without a login the way leads to it, and no protected call is made', async () => {
    await start('/projects?show=results')
    await waitFor(() => expect(address()).toBe('/login?next=%2Fprojects%3Fshow%3Dresults'))
    await heading('Log in')
    expect(island.calls).toEqual(['organisations/'])
  })

  test('a member is sent from the users’ administration to the projects, with a word', async () => {
    await start('/users', 'lead')
    // First the word, which goes by itself after some seconds: the page may take longer.
    expect(await screen.findByText('Only programme admins can open that page.')).toBeTruthy()
    await heading('Projects')
    expect(address()).toBe('/projects')
  })

  test('they run when only the query changes, and what they let pass stays as it is', async () => {
    await start('/projects', 'lead')
    const former = await heading('Projects')
    await go('/projects?show=results')
    await act(async () => {})
    expect(screen.getByRole('heading', { name: 'Projects' })).toBe(former)
    clearToken()
    await go('/projects?show=open')
    await waitFor(() => expect(address()).toBe('/login?next=%2Fprojects%3Fshow%3Dopen'))
    await heading('Log in')
  })

  test('a guard that cannot answer for another query takes no page away', async () => {
    await start('/surveys/404')
    await heading('Survey not found')
    const view = $view.get()
    if (view.is !== 'screen') throw new Error('There is no screen')
    $view.set({ ...view, guards: ['no-such-guard'] })
    await go('/surveys/404?part=2')
    await act(async () => {})
    await heading('Survey not found')
    expect($view.get().is).toBe('screen')
  })

  test('an admin is let in', async () => {
    await start('/users', 'admin')
    expect(await heading('Users')).toBeTruthy()
  })

  test('a redirect of the programme’s table is followed, and one that comes later as well', async () => {
    $siteConfig.set({ ...defaultSiteConfig, redirects: { '/wards': '/projects' } })
    await start('/wards', 'lead')
    await heading('Projects')
    await go('/documents')
    await heading('Documents')
    await act(async () =>
      $siteConfig.set({ ...defaultSiteConfig, redirects: { '/documents': '/organisation' } })
    )
    expect(await heading('Northfield General')).toBeTruthy()
  })

  test('a configuration that comes after the screen leaves its fields as they are; days are written as it has them from the next screen', async () => {
    await start('/documents', 'lead')
    expect((await screen.findAllByText(/\b\d{1,2} [A-Z][a-z]{2}\b/)).length).toBeGreaterThan(0)
    const search = screen.getByRole('searchbox')
    await act(async () => $siteConfig.set({ ...defaultSiteConfig, date_format: 'yyyy-MM-dd' }))
    expect(screen.getByRole('searchbox')).toBe(search)
    await go('/projects')
    await go('/documents')
    expect((await screen.findAllByText(/\b\d{4}-\d{2}-\d{2}\b/)).length).toBeGreaterThan(0)
    expect(screen.queryAllByText(/\b\d{1,2} (Sep|Oct|Nov)\b/)).toEqual([])
  })

  test('a redirect loop ends on the error page', async () => {
    $siteConfig.set({ ...defaultSiteConfig, redirects: { '/a': '/b', '/b': '/a' } })
    await start('/a')
    await waitFor(() => expect($view.get()).toMatchObject({ is: 'error', message: 'Too many redirects' }))
  })

  test('another site is a full page load', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    $siteConfig.set({ ...defaultSiteConfig, redirects: { '/help': 'https://wards.example/help' } })
    await start('/projects', 'lead')
    await go('/help')
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://wards.example/help'))
    assign.mockRestore()
  })

  test('a code that is not known leads to /surveys/404', async () => {
    await start('/surveys/1-1/NOPE-NOPE')
    await waitFor(() => expect(address()).toBe('/surveys/404'))
    expect(island.calls).not.toContain('organisations/')
  })

  test('a later navigation overtakes an earlier one', async () => {
    await start('/projects', 'lead')
    await act(async () => {
      navigate('/documents')
      navigate('/organisation')
    })
    await heading('Northfield General')
    expect(screen.queryByRole('heading', { name: 'Documents', level: 1 })).toBeNull()
  })
})

describe('unsaved work (product 0)', () => {
  test('staying keeps the screen and its address; leaving goes on', async () => {
    await start('/projects', 'lead')
    stops.push(registerLeaveCheck(async () => 'ask'))
    const back = vi.spyOn(history, 'go').mockImplementation(() => {})
    await go('/documents')
    const question = await screen.findByRole('dialog', { hidden: true })
    await act(async () => within(question).getByText('Stay here').click())
    await waitFor(() => expect(back).toHaveBeenCalledExactlyOnceWith(-1))
    expect(screen.getByRole('heading', { name: 'Projects' })).toBeTruthy()
    await go('/organisation')
    const again = await screen.findByRole('dialog', { hidden: true })
    await act(async () => within(again).getByText('Leave').click())
    await heading('Northfield General')
    back.mockRestore()
  })
})

describe('what floats over every screen', () => {
  test('toasts with their status, closed by hand', async () => {
    await start('/login')
    await act(async () => void showToast({ text: 'Could not save', status: 'error' }))
    const toast = screen.getAllByRole('alert').find(alert => alert.textContent?.includes('Could not save'))
    if (!toast) throw new Error('There is no such toast')
    expect(toast.textContent).toBe('Error: Could not save')
    await act(async () => within(toast).getByRole('button', { name: 'Close message' }).click())
    expect(screen.queryByText('Could not save')).toBeNull()
  })

  test('a new version is offered, and can be put off', async () => {
    await start('/login')
    await act(async () => $newBuild.set({ id: 'two', notes: '' }))
    expect(await screen.findByText('New version')).toBeTruthy()
    await act(async () => screen.getByRole('button', { name: 'Not now' }).click())
    expect(screen.queryByText('New version')).toBeNull()
    // The same build is found again with every look; only the next one is news.
    await act(async () => $newBuild.set({ id: 'two', notes: '' }))
    expect(screen.queryByText('New version')).toBeNull()
    await act(async () => $newBuild.set({ id: 'three', notes: '' }))
    expect(await screen.findByText('New version')).toBeTruthy()
  })

  test('a session that has ended asks for a login over the page, which stays', async () => {
    await start('/projects', 'lead')
    await act(async () => expireSession())
    expect(await screen.findByText(/Your session has ended/)).toBeTruthy()
    expect(screen.getByText('lead@wards.example')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close', hidden: true })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Projects', hidden: true })).toBeTruthy()
    expect($tokenState.get()).toBe('expired')
  })

  test('a slow navigation shows its bar after 100 ms (spec 9)', async () => {
    await start('/projects', 'lead')
    let letGo = (): void => {}
    stops.push(registerLeaveCheck(() => new Promise(resolve => (letGo = () => resolve('leave')))))
    act(() => navigate('/documents'))
    expect($isNavigating.get()).toBe(false)
    await waitFor(() => expect($isNavigating.get()).toBe(true))
    await act(async () => letGo())
    await heading('Documents')
    expect($isNavigating.get()).toBe(false)
  })
})

describe('the start (spec 4)', () => {
  test('organisations always, periods and projects for a member', async () => {
    await start('/projects', 'lead')
    expect(island.calls).toContain('organisations/')
    await waitFor(() =>
      expect(island.calls).toEqual(
        expect.arrayContaining(['timePeriods', 'projects/programmeProjectStatus/'])
      )
    )
  })

  test('logging out leaves a guarded place', async () => {
    await start('/projects', 'lead')
    await heading('Projects')
    island.calls = []
    await act(async () => logOut())
    await heading('Log in')
    expect(island.calls).toEqual(['organisations/'])
  })
})
