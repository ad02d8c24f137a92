// Removes a programme's file and logo; without --yes it only lists them. npm run remove-programme -- <code>
// --yes

import { appendFileSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findClaimedIds, REMOVED } from '#programme/claimed-ids.ts'
import { logoPath } from '#programme/logo/logo-file.ts'
import { programmeFiles } from '#programme/programme-files.ts'
import { CODE_PATTERN } from '#programme/schema-fields.ts'
import { createCommand, ROOT_OPTION } from './command.ts'
import { print, stop } from './terminal.ts'

const command = createCommand('remove-programme')
  .description('Removes the file and the logo of a programme')
  .argument('<code>', 'code of the programme')
  .option('--yes', 'remove them, instead of only listing them', false)
  .option(...ROOT_OPTION)
  .parse()
const [code = ''] = command.args
const { yes, root } = command.opts<{ yes: boolean; root: string }>()

// Only the name is checked, so that a programme with an invalid file can be removed as well.
if (!CODE_PATTERN.test(code) || code === 'schema') stop(`"${code}" is not a programme's code.`)
const files = [`programmes/${code}.json`, logoPath(code)].filter(
  path => lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === false
)
if (files[0] !== `programmes/${code}.json`) stop(`There is no programmes/${code}.json.`)

const later = `The next full build removes dist/${code}. The programme's data stays in the API's database until npm run remove-data deletes it. If its site was published, npm run publish -- unpublish --programme ${code} takes it down.`
if (yes) {
  // No other programme gets the id and with it the data; an id that another programme has already is its own.
  const others = new Set(
    programmeFiles(root).files.flatMap(file => (file === files[0] ? [] : findClaimedIds(root, file)))
  )
  const ids = findClaimedIds(root, `programmes/${code}.json`).filter(id => !others.has(id))
  const reserved = `programmes/${code}${REMOVED}`
  appendFileSync(join(root, reserved), ids.map(id => `"programmeId": ${id}\n`).join(''))
  for (const path of files) rmSync(join(root, path))
  print(`Removed: ${files.join(', ')}. ${reserved} reserves its id: keep it. ${later}`)
} else {
  print(`Would remove: ${files.join(', ')}. ${later}\nNothing has been removed. Add --yes to remove them.`)
}
