// Counts and records the page's requests for figures, and delays replies on request.

import { configureTransport } from '#browser/api/transport.ts'
import type { TestServer } from './server.ts'

export interface Traffic {
  /** Pending requests for figures, and their maximum. */
  running: number
  most: number
  bodies: { path: string; query: string; body: Record<string, unknown> }[]
  /** Delays replies for figures until the returned function is called. */
  release: () => void
  hold: () => void
}

/** A controllable network between page and server. */
export function watchTraffic(server: Pick<TestServer, 'fetch'>): Traffic {
  let gate = Promise.resolve()
  const traffic: Traffic = {
    running: 0,
    most: 0,
    bodies: [],
    release: () => {},
    hold: () => void (gate = new Promise(resolve => (traffic.release = resolve)))
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!url.pathname.includes('getChartData')) return server.fetch(request)
    traffic.bodies.push({
      path: url.pathname,
      query: url.search,
      body: (await request.clone().json()) as Record<string, unknown>
    })
    traffic.running += 1
    traffic.most = Math.max(traffic.most, traffic.running)
    const mine = gate
    const answer = await server.fetch(request)
    await mine
    traffic.running -= 1
    return answer
  }
  configureTransport({ apiBase: 'http://api.example', fetch, onUnauthorised: () => {} })
  return traffic
}
