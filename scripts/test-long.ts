// Runs what is too long for every day: the sites on the programs of real hosts. `npm run test:long -- hosts` runs only the named steps. Installs what it
// needs, names what it has to skip because a program is absent, and closes with one line `N passed, N failed`.
import { installHosts } from '../tests/support/host-programs.ts'
import { runSteps, vitest } from './test-steps.ts'

await runSteps({
  hosts: async () => {
    const skipped = installHosts()
    return { ...(await vitest(['long'])()), skipped }
  }
})
