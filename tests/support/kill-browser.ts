import { execFileSync } from 'node:child_process'

/** Kills the Chromium that uses a profile folder, with its whole process group, like a power failure. */
export function kill(folder: string): void {
  const processes = execFileSync('ps', ['-axww', '-o', 'pgid=,command='], { encoding: 'utf8' }).split('\n')
  const browser = processes.find(line => line.includes(`--user-data-dir=${folder}`))
  if (browser === undefined) throw new Error(`No browser uses ${folder}.`)
  process.kill(-Number.parseInt(browser, 10), 'SIGKILL')
}
