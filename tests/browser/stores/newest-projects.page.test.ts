import { beforeEach, describe, expect, test, vi } from 'vitest'
import { shareReads } from '#browser/api/cache/shared-reads.ts'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { $projects, askForNewestProjects, loadProjects, resetProjects } from '#browser/stores/projects.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { $selectedTimePeriod, loadTimePeriods, resetTimePeriods } from '#browser/stores/time-periods.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

beforeEach(async () => {
  setRuntimeConfig(pageConfig)
  vi.setSystemTime(server.clock.now)
  storeToken(await server.tokenOf('lead'))
  localStorage.clear()
  resetTimePeriods()
  resetProjects()
})

describe('projects of the newest period', () => {
  const load = async (answer: (request: Request) => Promise<Response>) => {
    const asked: (string | null)[] = []
    configureTransport({
      apiBase: 'http://api.example',
      fetch: (input, init) => {
        const request = new Request(input, init)
        const { pathname, searchParams } = new URL(request.url)
        if (!pathname.endsWith('/programmeProjectStatus/')) return server.fetch(request)
        asked.push(searchParams.get('time_period_id'))
        return answer(request)
      }
    })
    shareReads()
    askForNewestProjects()
    await loadTimePeriods()
    await loadProjects($selectedTimePeriod.get()?.id ?? 0)
    const projects = $projects.get()
    const newest = String($selectedTimePeriod.get()?.id)
    return {
      asked: asked.map(id => (id === newest ? 'newest' : id)),
      count: projects.state === 'ready' ? projects.value.length : 0
    }
  }

  test('are loaded once, before the newest period is known', async () => {
    const { asked, count } = await load(server.fetch)
    expect(asked).toEqual(['0'])
    expect(count).toBeGreaterThan(1)
  })

  test.each<[string, (request: Request) => Promise<Response>]>([
    [
      'does not say which period it is',
      async request =>
        Response.json({ ...(await (await server.fetch(request)).json()), time_period_id: undefined })
    ],
    [
      'refuses it',
      async request =>
        request.url.includes('time_period_id=0') ? new Response('', { status: 422 }) : server.fetch(request)
    ]
  ])('are asked for by their period if the server %s', async (_what, answer) => {
    const { asked, count } = await load(answer)
    expect(asked).toEqual(['0', 'newest'])
    expect(count).toBeGreaterThan(1)
  })
})
