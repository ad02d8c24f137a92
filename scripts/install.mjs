// Installs the packages of the lock file if they are missing or have other versions; with --dev, those for tests too. Plain JavaScript without
// dependencies, because it runs before the project's own Node is installed, on whatever Node the machine has (20 or later).
import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether the installed packages match the lock file. Packages for other platforms are optional. A command beside a running server must not
 * install packages again, because that deletes the files that the server uses.
 */
export function isInstalled(locked, installed, { needsDev }) {
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed[path]
    if (present === undefined) return wanted.optional || wanted.devOptional || (wanted.dev && !needsDev)
    return present.version === wanted.version && present.integrity === wanted.integrity
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Installs the packages in `root` if necessary. Returns whether they are installed. */
function install(root, needsDev) {
  const locked = readPackages(new URL('package-lock.json', root))
  // npm writes this file last, so it is missing after an interrupted installation.
  if (isInstalled(locked, readPackages(new URL('node_modules/.package-lock.json', root)), { needsDev }))
    return true
  console.log('Installing packages (npm ci) …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32'
  })
  return status === 0
}

const isCommand = realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)
if (isCommand && !install(new URL('../', import.meta.url), process.argv.includes('--dev'))) {
  console.error('Packages could not be installed. Check the network and run `npm ci` to see why.')
  process.exit(1)
}
