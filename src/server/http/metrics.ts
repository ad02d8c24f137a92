import { hash, timingSafeEqual } from 'node:crypto'
import type { Hono, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnvironment } from './environment.ts'
import { isLocalRequest } from './local-request.ts'

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Series {
  labels: string
  counts: number[]
  total: number
  seconds: number
}

/**
 * Counts and durations of requests by method, route and status, for Prometheus. The route is the pattern:
 * ids are not labels.
 */
export class Metrics {
  readonly #series = new Map<string, Series>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const series = this.#series.get(labels) ?? { labels, counts: BUCKETS.map(() => 0), total: 0, seconds: 0 }
    this.#series.set(labels, series)
    series.total += 1
    series.seconds += seconds
    for (const [index, bound] of BUCKETS.entries()) if (seconds <= bound) series.counts[index]! += 1
  }

  text(): string {
    const name = 'http_request_duration_seconds'
    const lines = [...this.#series.values()].flatMap(({ labels, counts, total, seconds }) => [
      ...BUCKETS.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${counts[index]}`),
      `${name}_bucket{${labels},le="+Inf"} ${total}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${total}`
    ])
    const memory = process.memoryUsage.rss()
    return [
      `# HELP ${name} Time from the request's head to the answer.`,
      `# TYPE ${name} histogram`,
      ...lines,
      '# HELP process_resident_memory_bytes Resident memory.',
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${memory}`,
      ''
    ].join('\n')
  }
}

export const measureRequests =
  (metrics: Metrics): MiddlewareHandler =>
  async (context, next) => {
    const started = performance.now()
    await next()
    metrics.observe(
      context.req.method,
      routePath(context, -1),
      context.res.status,
      (performance.now() - started) / 1000
    )
  }

export interface MetricsAccess {
  /** Grants access from any address if sent as a bearer token. */
  token?: string
}

/** Serves the metrics to this computer and to callers with the token. */
export function metricsRoute(app: Hono<AppEnvironment>, metrics: Metrics, { token }: MetricsAccess): void {
  app.get('/metrics', context => {
    const mayRead = isLocalRequest(context) || hasToken(context.req.header('Authorization'), token)
    if (!mayRead)
      return context.json(
        {
          detail:
            'Read the metrics on the computer that runs the API, or send METRICS_TOKEN as a bearer token.'
        },
        403
      )
    return context.text(metrics.text(), 200, { 'Content-Type': 'text/plain; version=0.0.4' })
  })
}

/** The comparison needs equal lengths, which digests have. */
const hasToken = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
