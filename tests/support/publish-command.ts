import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Said {
  status: number
  stdout: string
  stderr: string
}

/** Runs the command as an operator would. */
export const publishFrom = (dist: string, words: string[], env: Record<string, string> = {}): Promise<Said> =>
  new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [join(root, 'scripts/publish.ts'), '--dist', dist, '--as', 'ann', ...words],
      { cwd: root, env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr })
    )
  })
