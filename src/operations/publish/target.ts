import { err, ok, type Result } from '#lib/result.ts'
import { isPathInside } from '#outside/path-inside.ts'

/** Where sites are published: a bucket with a prefix, or a folder of this machine. Each site has a folder there, named by its code. */
export type PublishTarget =
  | { kind: 's3'; bucket: string; prefix: string; endpoint: string; region: string }
  | { kind: 'dir'; path: string }

const example = 'Write s3://bucket/prefix?endpoint=https://…&region=… or dir:/path.'

const withSlash = (prefix: string): string => (prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`)

/** The prefix of a target; undefined if it is invalid, for example with `..`. */
function prefixIn({ pathname }: URL): string | undefined {
  try {
    const prefix = decodeURIComponent(pathname).replaceAll(/^\/|\/+$/g, '')
    return prefix === '' || isPathInside(prefix) ? withSlash(prefix) : undefined
  } catch {
    return undefined
  }
}

function faultIn(url: URL): string | undefined {
  if (url.hostname === '') return '--target names no bucket.'
  const strange = [...url.searchParams.keys()].find(name => name !== 'endpoint' && name !== 'region')
  if (strange !== undefined) return `--target has an unknown part "${strange}".`
  return prefixIn(url) === undefined ? `The prefix of --target cannot be "${url.pathname}".` : undefined
}

/** Reads `--target`; the region may come from the environment. */
export function readTarget(text: string, region = 'us-east-1'): Result<PublishTarget> {
  if (text.startsWith('dir:'))
    return text.length > 4
      ? ok({ kind: 'dir', path: text.slice(4) })
      : err(`--target names no folder. ${example}`)
  if (!text.startsWith('s3:') || !URL.canParse(text)) return err(`--target cannot be "${text}". ${example}`)
  const url = new URL(text)
  const fault = faultIn(url)
  if (fault !== undefined) return err(`${fault} ${example}`)
  const chosen = url.searchParams.get('region') ?? region
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${chosen}.amazonaws.com`
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    return err(`The endpoint of --target must be an http(s) address, not "${endpoint}".`)
  return ok({ kind: 's3', bucket: url.hostname, prefix: prefixIn(url) ?? '', endpoint, region: chosen })
}
