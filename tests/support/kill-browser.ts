import { readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Kills the Chromium that uses a profile folder, as when the machine stops. */
export function kill(folder: string): void {
  // Chromium's own note of who uses the profile: "host-pid". The whole group goes.
  const pid = Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1))
  process.kill(-pid, 'SIGKILL')
}
