// Runs what is too long for every day: the sites on the programs of real hosts, data entry in Safari's engine, additions as CONTRIBUTING describes them. `npm run test:long -- hosts` runs only the named steps. Installs what it
// needs, names what it has to skip because a program is absent, and closes with one line `N passed, N failed`.
import { installChromium } from '../tests/support/browser.ts'
import { installHosts } from '../tests/support/host-programs.ts'
import { installWebKit } from '../tests/support/webkit.ts'
import { playwright, runSteps, vitest } from './test-steps.ts'

// Read by tests that do in full here what they do in short every day.
process.env['LONG'] = '1'

await runSteps([
  {
    hosts: async () => {
      const skipped = [...installHosts(), ...installWebKit()]
      return { ...(await vitest(['long'])()), skipped }
    },
    adding: vitest(['adding']),
    kill: vitest(['engine'], { files: ['kill'] }),
    entry: () => {
      installChromium()
      return playwright('tests/e2e/entry-offline.spec.ts', 'tests/e2e/entry-killed.spec.ts')
    }
  }
])
