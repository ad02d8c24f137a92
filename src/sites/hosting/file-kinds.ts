import { extname } from 'node:path'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2'
}

export const contentType = (path: string): string => TYPES[extname(path)] ?? 'text/plain; charset=utf-8'

/** Types that compression makes smaller; pictures and fonts are compressed already. */
export const isTextType = (type: string): boolean => /^text\/|json|javascript|svg/.test(type)

/** As `Content-Encoding` names it. */
export type Encoding = 'br' | 'gzip'

/**
 * How long a copy may be used: `immutable` has its content's hash in its name; `revalidate` asks first;
 * `never` announces new versions; `hosting` is read by the host and not published.
 */
export type CacheClass = 'immutable' | 'revalidate' | 'never' | 'hosting'

export const CACHE_CONTROL: Record<Exclude<CacheClass, 'hosting'>, string> = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
  never: 'no-store'
}

export function cacheClass(path: string): CacheClass {
  if (path.startsWith('_')) return 'hosting'
  if (/^(assets|fonts)\/.+\.[\w-]{8,}\.\w+$/.test(path)) return 'immutable'
  return path.startsWith('builds/') || path === 'manifest.json' ? 'never' : 'revalidate'
}

/** A line of manifest.json, which tells a publisher what to upload, how, and in which order. */
export interface ManifestEntry {
  path: string
  sha256: string
  size: number
  type: string
  cache: CacheClass
  /** Only for a compressed copy, whose `path` is that of its file with `.br` or `.gz` appended. */
  encoding?: Encoding | undefined
}
