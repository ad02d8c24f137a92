import { GENERIC_FAILURE } from '#contract/failures.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { parseJson } from '#lib/text/direction-controls.ts'
import { deviceTime } from '#lib/time/server-clock.ts'

/** Reads a JSON file of this site, always without a token. `isFresh` bypasses every cache. */
export async function readStaticFile(path: string, { isFresh = false } = {}): Promise<Result<unknown>> {
  try {
    const address = isFresh ? `${path}?at=${deviceTime()}` : path
    const response = await fetch(address, {
      credentials: 'omit',
      redirect: 'error',
      ...(isFresh && { cache: 'no-store' })
    })
    return response.ok ? ok(parseJson(await response.text())) : err(GENERIC_FAILURE, response.status)
  } catch {
    // Offline, or not JSON: the caller continues without the file.
    return err(GENERIC_FAILURE)
  }
}
