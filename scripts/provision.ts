// Provisions a programme's content from a folder of files, or exports it as one. npm run provision -- --help

import { basename, resolve } from 'node:path'
import { debuglog } from 'node:util'
import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import { diskFaultText } from '#lib/disk-fault.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles, ExportError } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { inviteAdmin, readAdmin, type Admin } from '#operations/provision/first-admin.ts'
import { reportLines, reportSummary } from '#operations/provision/report.ts'
import { isFree, writeNewFolder } from '#outside/new-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { analyseDue } from '#server/database/statistics.ts'
import { StartupError } from '#server/http/listen.ts'
import { isLocal, siteUrl, type RunningProgramme } from '#server/http/programme.ts'
import { openPrepared } from '#server/prepared-database.ts'
import { createCommand } from './command.ts'
import { print, printError } from './terminal.ts'

interface Options {
  apply: boolean
  export: boolean
  programme?: string
  admin?: string
  link: boolean
  retire: boolean
  replace: boolean
}

const command = createCommand('provision')
  .description('Sets up a programme from a folder of files. Without --apply it only shows what would change.')
  .argument('<folder>', 'the folder with programme.json')
  .option('--apply', 'write it, in one transaction', false)
  .option('--retire', 'also retire items with answers that the files no longer contain', false)
  .option('--replace', 'let imported answers replace those that people entered', false)
  .option('--admin <address>', 'invite the first admin: "Anna Berg <anna@museums.example>"')
  .option('--link', 'print the invitation link even if a mail server is configured', false)
  .option('--export', 'write the running programme to the folder instead', false)
  .option('--programme <code>', 'which programme to export (default: the name of the folder)')
  .showHelpAfterError()
  .parse()
const options = command.opts<Options>()
const [folder = '.'] = command.args

/** 1: refused, nothing was written. 2: options, configuration or files are wrong. */
function stop(lines: readonly string[], code: 1 | 2): never {
  for (const line of lines) printError(line)
  process.exit(code)
}

function readConfiguration(): Config {
  const read = readConfig(process.env)
  return read.ok
    ? read.value
    : stop(
        read.error.map(({ variable, message }) => `${variable} ${message}.`),
        2
      )
}

function programmeNamed(config: Config, code: string): RunningProgramme {
  const known = config.programmes.map(programme => programme.code)
  if (config.leftOut.codes.includes(code))
    stop([`Correct programmes/${code}.json and its logo first. Nothing was written.`], 2)
  return (
    config.programmes.find(programme => programme.code === code) ??
    stop([`There is no programmes/${code}.json. The programmes are ${known.join(', ')}.`], 2)
  )
}

function readFiles(): ReadFolder {
  const read = readFolder(resolve(folder))
  return read.ok ? read.value : stop(read.error.map(describeFault), 2)
}

function readFirstAdmin(): Admin | undefined {
  if (options.admin === undefined) return undefined
  if (!options.apply) stop(['--admin needs --apply: an invitation cannot be previewed.'], 2)
  const admin = readAdmin(options.admin)
  return admin.ok ? admin.value : stop([`${admin.error}.`], 2)
}

/** How to make links to the site work on other machines. */
const remedyFor = (code: string): string => `set SITE_URL, or write "origins" in programmes/${code}.json`

const isMailed = (config: Config): boolean => config.mail !== undefined && !options.link

/** Refuses to send an email whose link the recipient cannot open. A printed link may be for a reader on this machine. */
function requireReachable(config: Config, programme: RunningProgramme): void {
  if (isMailed(config) && isLocal(programme))
    stop(
      [
        `The invitation would lead to ${siteUrl(programme)}, which only this machine can open: ${remedyFor(programme.code)}. Nothing was written.`
      ],
      2
    )
}

interface Content {
  programme: RunningProgramme
  files: ReadFolder
  admin: Admin | undefined
}

/** Reads everything that can be wrong before the database is opened. */
function readContent(config: Config): Content {
  const files = readFiles()
  const admin = readFirstAdmin()
  const programme = programmeNamed(config, files.programme)
  if (admin !== undefined) requireReachable(config, programme)
  return { programme, files, admin }
}

function readExported(config: Config): RunningProgramme {
  const programme = programmeNamed(config, options.programme ?? basename(resolve(folder)))
  if (!isFree(folder))
    stop([`${folder} is not empty. Choose an empty folder, so that nothing is overwritten.`], 2)
  return programme
}

async function exportTo(programme: RunningProgramme, database: Database): Promise<void> {
  const files = await exportedFiles(database, programme)
  writeNewFolder(folder, files)
  print(
    `${files.size} files of ${programme.code} are in ${folder}. Answers are not among them: download them as an admin.`
  )
}

async function provisionFrom(
  config: Config,
  database: Database,
  { programme, files, admin }: Content
): Promise<void> {
  const now = new Date()
  const { programmeId, timeZone } = programme
  const target = {
    programmeId,
    timeZone,
    now,
    isApplied: options.apply,
    mayRetire: options.retire,
    mayReplace: options.replace
  }
  const entries = await provision(database, files, target)
  if (options.apply) await analyseDue(database)
  for (const line of reportLines(entries, files)) print(line)
  print(reportSummary(entries, options.apply))
  if (entries.some(({ change }) => change === 'refused')) process.exitCode = 1
  else if (admin !== undefined) {
    const invitation = await inviteAdmin(database, programme, admin, { now, isMailed: isMailed(config) })
    print(
      invitation.outcome === 'link'
        ? `${admin.emailAddress} sets a password here, once, within ${linkLifetimes.invite.words}:\n${invitation.link}`
        : `${admin.emailAddress} ${
            invitation.outcome === 'has an account'
              ? `has an account already. Role: ${invitation.role}. Status: ${invitation.status}. Nothing about it was changed.`
              : 'is sent an invitation by the API.'
          }`
    )
    if (invitation.outcome === 'link' && isLocal(programme))
      print(
        `Only this machine can open it. For a person elsewhere ${remedyFor(programme.code)}, and run this again.`
      )
  }
}

/** Hides database errors: they help the operator, not the author of the files. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof ExportError) return error.message
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return (
    diskFaultText(error) ??
    `Nothing was written: the database did not accept it${code}. Run it again with NODE_DEBUG=provision and report what it prints.`
  )
}

const config = readConfiguration()
const { faults, codes } = config.leftOut
for (const fault of faults) printError(fault)
if (codes.length > 0) printError(`Skipped until you correct this: ${codes.join(', ')}.`)
const content = options.export ? undefined : readContent(config)
const programme = content?.programme ?? readExported(config)
try {
  const store = await openPrepared(config)
  try {
    const { refused } = store
    for (const { message } of refused) printError(`${message}.`)
    if (refused.some(({ code }) => code === programme.code)) stop(['Nothing was written.'], 2)
    await (content === undefined
      ? exportTo(programme, store.database)
      : provisionFrom(config, store.database, content))
  } finally {
    await store.close()
  }
} catch (error) {
  debuglog('provision')(String((error as Error).stack))
  stop([sentenceOf(error)], 1)
}
