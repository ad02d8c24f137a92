// Installs the packages of the lock file when they are missing or older than it. Plain JavaScript without
// dependencies, because it runs on the Node that the machine happens to have (20 or later), before the project's own.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const stamp = new URL('node_modules/.installed', root)
const lock = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex')

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0)

console.log('Installing packages (npm ci) …')
const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: fileURLToPath(root),
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32'
})
if (result.status !== 0) {
  console.error('Packages could not be installed. Check the network and run `npm ci` to see why.')
  process.exit(1)
}
writeFileSync(stamp, lock)
