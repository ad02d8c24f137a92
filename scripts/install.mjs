// Installs the packages of the lock file if they are missing or have other versions: those that the product runs with, with --dev those for tests too. With --api
// those of api/package.json are enough. Plain JavaScript without dependencies, because it runs before the project's own Node is installed, on whatever Node the
// machine has (20 or later).
import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether the installed packages match the lock file. Packages for other platforms are optional. A command beside a running server must not
 * install packages again, because that deletes the files that the server uses.
 */
export function isInstalled(locked, installed, { needsDev }) {
  return Object.entries(locked).every(([path, wanted]) => {
    // The repository's own folders: its root, and the API's with the link to it, which nothing imports.
    if (!path.startsWith('node_modules/') || wanted.link) return true
    const present = installed[path]
    if (present === undefined) return wanted.optional || wanted.devOptional || (wanted.dev && !needsDev)
    return present.version === wanted.version && present.integrity === wanted.integrity
  })
}

/** Whether the packages that the API imports are installed, alone or with others. npm installs those that they need with them. */
export const isApiInstalled = (locked, installed) =>
  Object.keys(locked.api?.dependencies ?? {}).every(name => {
    const { version, integrity } = locked[`node_modules/${name}`]
    const present = installed[`node_modules/${name}`]
    return present?.version === version && present.integrity === integrity
  })

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Installs the packages in `root` if necessary. Returns whether they are installed. */
function install(root, needsDev, isForApi) {
  const locked = readPackages(new URL('package-lock.json', root))
  // npm writes this file last, so it is missing after an interrupted installation.
  const installed = readPackages(new URL('node_modules/.package-lock.json', root))
  if (isInstalled(locked, installed, { needsDev }) || (isForApi && isApiInstalled(locked, installed)))
    return true
  // `npm ci` deletes what is installed, which a running server uses: only what is missing is added to a complete installation.
  const isComplete = isInstalled(locked, installed, { needsDev: false })
  const words = isComplete ? ['install', '--no-save'] : ['ci', ...(needsDev ? [] : ['--omit=dev'])]
  console.log(`Installing packages (npm ${words.join(' ')}) …`)
  const { status } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32'
  })
  return status === 0
}

const isCommand = realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)
const isAsked = word => process.argv.includes(word)
if (isCommand && !install(new URL('../', import.meta.url), isAsked('--dev'), isAsked('--api'))) {
  console.error('Packages could not be installed. Check the network and run `npm ci` to see why.')
  process.exit(1)
}
