import { err, ok, type Result } from '#lib/result.ts'

/** Where sites are published: a bucket with a prefix, or a folder of this machine. Each site has its own part, named by its code. */
export type Target =
  | { kind: 's3'; bucket: string; prefix: string; endpoint: string; region: string }
  | { kind: 'dir'; path: string }

const example = 'Write s3://bucket/prefix?endpoint=https://…&region=… or dir:/path.'

const withSlash = (prefix: string): string => (prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`)

/** Reads `--target`; the region may come from the environment. */
export function readTarget(text: string, region = 'us-east-1'): Result<Target> {
  if (text.startsWith('dir:'))
    return text.length > 4
      ? ok({ kind: 'dir', path: text.slice(4) })
      : err(`--target names no folder. ${example}`)
  if (!text.startsWith('s3:') || !URL.canParse(text)) return err(`--target cannot be "${text}". ${example}`)
  const url = new URL(text)
  if (url.hostname === '') return err(`--target names no bucket. ${example}`)
  const known = new Set(['endpoint', 'region'])
  const strange = [...url.searchParams.keys()].find(name => !known.has(name))
  if (strange !== undefined) return err(`--target has an unknown part "${strange}". ${example}`)
  const chosen = url.searchParams.get('region') ?? region
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${chosen}.amazonaws.com`
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    return err(`The endpoint of --target must be an http(s) address, not "${endpoint}".`)
  const prefix = withSlash(decodeURIComponent(url.pathname.slice(1)))
  return ok({ kind: 's3', bucket: url.hostname, prefix, endpoint, region: chosen })
}
