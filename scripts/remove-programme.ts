// Removes a programme's file and logo; without --yes it only lists them. npm run remove-programme -- <code>
// --yes

import { appendFileSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findClaimedIds, REMOVED } from '#programme/claimed-ids.ts'
import { logoPath } from '#programme/logo/logo-file.ts'
import { programmeFiles } from '#programme/programme-files.ts'
import { CODE_PATTERN } from '#programme/schema-fields.ts'
import { createCommand, programmeIdOf, ROOT_OPTION } from './command.ts'
import { print, stop } from './terminal.ts'

const command = createCommand('remove-programme')
  .description('Removes the file and the logo of a programme')
  .argument('<code>', 'code of the programme')
  .option('--yes', 'remove them, instead of only listing them', false)
  .option('--id <number>', 'its programmeId, if the file does not show it', programmeIdOf)
  .option(...ROOT_OPTION)
  .parse()
const [code = ''] = command.args
const { yes, id, root } = command.opts<{ yes: boolean; id?: number; root: string }>()

// Only the name is checked, so that a programme with an invalid file can be removed as well.
if (!CODE_PATTERN.test(code) || code === 'schema') stop(`"${code}" is not a programme's code.`)
const files = [`programmes/${code}.json`, logoPath(code)].filter(
  path => lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === false
)
if (files[0] !== `programmes/${code}.json`) stop(`There is no programmes/${code}.json.`)

const found = findClaimedIds(root, files[0])
if (found.length === 0 && id === undefined)
  stop(
    `No programmeId can be read in ${files[0]}, so its id cannot be reserved. Give it with --id, or delete the file yourself if it never had one. Nothing was removed.`
  )
if (found.length > 0 && id !== undefined && !found.includes(id))
  stop(`${files[0]} shows programmeId ${found.join(', ')}, not ${id}. Nothing was removed.`)

const later = `The next full build removes dist/${code}. The programme's data stays in the API's database until npm run remove-data deletes it. If its site was published, npm run publish -- unpublish --programme ${code} takes it down.`
if (yes) {
  // No other programme gets the id and with it the data; an id that another programme has already is its own.
  const others = new Set(
    programmeFiles(root).files.flatMap(file => (file === files[0] ? [] : findClaimedIds(root, file)))
  )
  const ids = (found.length > 0 || id === undefined ? found : [id]).filter(one => !others.has(one))
  const reserved = `programmes/${code}${REMOVED}`
  if (ids.length > 0) appendFileSync(join(root, reserved), ids.map(one => `"programmeId": ${one}\n`).join(''))
  for (const path of files) rmSync(join(root, path))
  const kept =
    ids.length > 0 ? `${reserved} reserves its id: keep it` : 'Another programme has its id, and keeps it'
  print(`Removed: ${files.join(', ')}. ${kept}. ${later}`)
} else {
  print(`Would remove: ${files.join(', ')}. ${later}\nNothing has been removed. Add --yes to remove them.`)
}
