// Builds every programme's site into dist/<code>/, or only those named with --programme. A programme with a fault in its files is skipped, its
// site stays unchanged, and the exit code is 2.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskFaultText } from '#lib/disk-fault.ts'
import { messageOf } from '#lib/text/message-of.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { staticPaths } from '#programme/paths.ts'
import { buildSites } from '#sites/build-sites.ts'
import { prepareShell } from '#sites/shell/shell.ts'
import { apiBaseOf, createCommand } from './command.ts'
import { Progress } from './progress.ts'
import { print, printError } from './terminal.ts'

const root = fileURLToPath(new URL('../', import.meta.url)).replace(/[/\\]$/, '')

interface Options {
  programme?: string[]
  apiBase?: string
  out: string
  root: string
  json?: boolean
}

const command = createCommand('build')
  .description('Builds a static site for each programme')
  .option('--programme <code...>', 'only these programmes')
  .option('--api-base <url>', "the API's address instead of the one in each programme's file", apiBaseOf)
  .option('--out <folder>', 'where the sites go', join(root, 'dist'))
  .option('--root <folder>', 'the folder with programmes/ and public/', root)
  .option('--json', 'one JSON object on standard output instead of lines')
  .parse()
const { programme = [], apiBase, out, root: from, json = false } = command.opts<Options>()

const countOfFaults = (count: number): string => (count === 1 ? 'One fault' : `${count} faults`)

/**
 * The timestamp for reproducible builds (https://reproducible-builds.org/specs/source-date-epoch/),
 * otherwise now.
 */
const epoch = process.env['SOURCE_DATE_EPOCH']
const now = epoch !== undefined && /^\d+$/.test(epoch) ? Number(epoch) * 1000 : Date.now()

const started = performance.now()
const progress = new Progress({ isSilent: json })
const reportWaiting = (): void => progress.line('Waiting for another build …')
const result = await buildSites({
  root: from,
  prepareShell: () => prepareShell(root, reportWaiting),
  dist: out,
  records: join(root, '.build/stamped'),
  staticPaths,
  codes: programme,
  apiBase,
  now,
  onShell: isNew => progress.line(isNew ? 'Code built' : 'Code unchanged'),
  onWait: reportWaiting,
  onSite: (site, done, total) =>
    progress.step(
      `${site.code.padEnd(20)} ${site.id}  ${site.written} of ${site.files} files written`,
      done,
      total
    )
}).catch((error: unknown) => {
  printError(`The build failed: ${diskFaultText(error) ?? messageOf(error)}`)
  process.exit(1)
})
progress.end()

if (!result.ok) {
  if (json) print(JSON.stringify({ ok: false, faults: result.error }))
  else {
    for (const fault of result.error) progress.fault(describeFault(fault))
    printError(`${countOfFaults(result.error.length)}; nothing was written.`)
  }
  process.exit(2)
}
const milliseconds = Math.round(performance.now() - started)
const { faults } = result.value
if (faults.length > 0) process.exitCode = 2
if (json) print(JSON.stringify({ ok: faults.length === 0, ...result.value, milliseconds }))
else {
  for (const code of result.value.removedSites)
    print(`${code.padEnd(20)} removed: its programme no longer exists`)
  for (const fault of faults) progress.fault(describeFault(fault))
  if (faults.length > 0)
    printError(`${countOfFaults(faults.length)}; these programmes were skipped; their sites are unchanged.`)
  for (const { screen, files, bytes, requests } of result.value.isCodeNew ? result.value.weights : [])
    print(
      `${screen.padEnd(20)} loads ${files} scripts, ${(bytes / 1000).toFixed(1)} kB with Brotli, in ${requests} requests`
    )
  const changed = result.value.sites.filter(site => site.written + site.removed > 0).length
  print(`${result.value.sites.length} built, ${changed} changed, in ${(milliseconds / 1000).toFixed(2)} s`)
}
