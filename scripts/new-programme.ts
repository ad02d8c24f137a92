// Creates a programme's file and a starter logo: npm run new-programme -- <code> --name "Full name"
// --product "Short name" --colour "#0b6e75"

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEFAULT_TIME_ZONE } from '#lib/time/time-zone.ts'
import { claimedIds } from '#programme/claimed-ids.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { readProgramme } from '#programme/faults/faults-of-file.ts'
import { JsonText } from '#programme/faults/json-text.ts'
import { loadProgrammes } from '#programme/load.ts'
import { logoPath } from '#programme/logo/logo-file.ts'
import { readText } from '#programme/read-file.ts'
import type { Programme } from '#programme/schema.ts'
import { starterFile, starterLogo } from '#programme/starter.ts'
import { createCommand, ROOT_OPTION } from './command.ts'
import { print, stop, stopFailed } from './terminal.ts'

interface Options {
  name?: string
  product?: string
  colour: string
  apiBase: string
  timeZone: string
  id?: string
  logoOnly: boolean
  root: string
}

const command = createCommand('new-programme')
  .argument('<code>', 'lower-case letters, digits and hyphens; it becomes the file, the folder and the host')
  .option('--name <text>', "the programme's full name")
  .option('--product <text>', 'what the site calls itself')
  .option('--colour <colour>', 'the one colour', '#2f5aa8')
  .option('--api-base <url>', "the API's address", 'http://localhost:4322')
  .option('--time-zone <name>', 'the time zone of deadlines', DEFAULT_TIME_ZONE)
  .option('--id <number>', 'programmeId (default: the next free one)')
  .option('--logo-only', 'only draw the logo of an existing programme', false)
  .option(...ROOT_OPTION)
  .parse()
const [code = ''] = command.args
const options = command.opts<Options>()
const file = join(options.root, 'programmes', `${code}.json`)
const logo = join(options.root, logoPath(code))

/** Above every id in any file: a programme with the id of another one would show its data. */
function nextId(): number {
  if (!existsSync(join(options.root, 'programmes'))) return 1
  const { highest, unreadable } = claimedIds(options.root)
  return unreadable.length === 0
    ? highest + 1
    : stop(
        `No programmeId can be read in ${unreadable.join(', ')}, so no free id can be chosen. Correct the file or give --id.`
      )
}

const toTitle = (text: string): string =>
  text.replaceAll('-', ' ').replace(/^./, letter => letter.toUpperCase())

const fromOptions = (): Omit<Programme, 'siteConfig' | '$schema'> => ({
  code,
  programmeId: options.id === undefined ? nextId() : Number(options.id),
  programmeName: options.name ?? toTitle(code),
  productName: options.product ?? options.name ?? toTitle(code),
  apiBase: options.apiBase,
  primaryColour: options.colour,
  timeZone: options.timeZone
})

/** Reads the programme whose logo is missing. */
function readExisting(): Programme {
  const text = readText(options.root, `programmes/${code}.json`)
  if ('fault' in text) return stop(`${describeFault(text.fault)}\nNothing was written.`)
  const { programme: read, faults } = readProgramme(new JsonText(`programmes/${code}.json`, text.text))
  return read ?? stop(`${faults.map(describeFault).join('\n')}\nNothing was written.`)
}

// Check the code before it becomes part of a path.
if (!/^[a-z][a-z0-9-]*$/.test(code))
  stop(`"${code}" cannot be a code: use lower-case letters, digits and hyphens, and start with a letter.`)
if (!options.logoOnly && existsSync(file)) stop(`programmes/${code}.json already exists.`)
if (options.logoOnly && !existsSync(file))
  stop(`programmes/${code}.json does not exist yet: omit --logo-only.`)

const programme = options.logoOnly ? readExisting() : fromOptions()
const made: string[] = []
/** A file that another process has created is not ours to remove. */
function create(path: string, text: string): void {
  writeFileSync(path, '', { flag: 'wx' })
  made.push(path)
  writeFileSync(path, text)
}
const undo = (): void => made.forEach(path => rmSync(path, { force: true }))
try {
  mkdirSync(dirname(file), { recursive: true })
  mkdirSync(dirname(logo), { recursive: true })
  if (!options.logoOnly) create(file, starterFile(programme))
  if (!existsSync(logo)) create(logo, starterLogo(programme))
} catch (error) {
  undo()
  stopFailed(error, 'Nothing was written.')
}

const loaded = loadProgrammes({ root: options.root, codes: [code] })
if (!loaded.ok) {
  undo()
  stop(`${loaded.error.map(describeFault).join('\n')}\nNothing was written.`)
}
print(
  `Written: ${made.join(', ')}. npm run dev -- ${code} shows it; docs/provisioning.md describes how to add content.`
)
