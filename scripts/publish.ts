// Publishes built sites to a bucket or a folder, and manages what is published. npm run publish -- --help

import { userInfo } from 'node:os'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { messageOf } from '#lib/text/message-of.ts'
import { BUILD_ID, MANIFEST } from '#operations/publish/build.ts'
import { orphansAt } from '#operations/publish/orphans.ts'
import {
  EXIT,
  forEachSite,
  pruneOutcome,
  pruneSharedAssets,
  publishSite,
  rollBackSite,
  takeDownSite,
  verifySite,
  type PublishOptions,
  type SiteOutcome
} from '#operations/publish/run.ts'
import type { S3Credentials } from '#operations/publish/s3-store.ts'
import { readTarget, type PublishTarget } from '#operations/publish/target.ts'
import { OutsideFolder } from '#outside/folder.ts'
import { isPathInside, isSameOrInside } from '#outside/path-inside.ts'
import { programmeFiles } from '#programme/programme-files.ts'
import { createCommand } from './command.ts'
import { Progress } from './progress.ts'
import { printSummary, describeSite, lineOf, orphanOutcome } from './publish-lines.ts'
import { print, printError, stop } from './terminal.ts'

interface Options {
  target: string
  dist: string
  programme?: string[]
  assets?: string
  publicUrl?: string
  after?: string
  as: string
  json?: boolean
}

const env = process.env
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))

function publicUrlOf({ publicUrl }: Options, codes: readonly string[]): string | undefined {
  if (publicUrl === undefined) return undefined
  if (!URL.canParse(publicUrl.replaceAll('{code}', 'a')))
    stop(`--public-url must be an address such as https://{code}.example.org, not "${publicUrl}".`)
  if (codes.length > 1 && !publicUrl.includes('{code}'))
    stop('--public-url needs {code} in it when there are several sites.')
  return publicUrl
}

function assetsOf({ assets }: Options, target: PublishTarget): string | undefined {
  if (assets === undefined) return undefined
  if (target.kind === 'dir') stop('--assets is for an s3:// target.')
  if (!/^[\w-]+\/$/.test(assets)) stop(`--assets must be like shared/, not "${assets}".`)
  return assets
}

function credentialsFor(target: PublishTarget): S3Credentials | undefined {
  if (target.kind === 'dir') return undefined
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  const sessionToken = env['AWS_SESSION_TOKEN']
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return stop('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for an s3:// target.')
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

function refuseBuilds(target: PublishTarget, builds: string): void {
  if (target.kind === 'dir' && isSameOrInside(target.path, builds))
    stop(
      `${target.path} is in ${builds}, the folder of the builds. A build would remove what is published there: name another folder.`
    )
}

/** Checks the options that all commands share. */
function read(options: Options): { publish: PublishOptions; codes: string[] } {
  const target = readTarget(options.target, env['AWS_REGION'])
  if (!target.ok) return stop(target.error)
  const codes = options.programme ?? builtSites(options.dist)
  const strange = codes.find(code => !isPathInside(code) || code.includes('/'))
  if (strange !== undefined) return stop(`No programme has the code "${strange}".`)
  const publish = {
    target: target.value,
    dist: options.dist,
    holder: options.as,
    assets: assetsOf(options, target.value),
    publicUrl: publicUrlOf(options, codes),
    after: options.after,
    credentials: credentialsFor(target.value)
  }
  return { codes, publish }
}

/** The codes of the sites in a folder; none if it does not exist. */
function sitesIn(folder: string): string[] {
  const built = new OutsideFolder(folder)
  const names = built.names()
  return names.ok ? names.value.filter(name => built.hasFile(`${name}/${MANIFEST}`)) : []
}

function builtSites(folder: string): string[] {
  if (new OutsideFolder(dirname(folder)).has(basename(folder))) return sitesIn(folder)
  return stop(`${folder} cannot be read. Run npm run build first, or name the programmes with --programme.`)
}

/** Published sites whose programme no longer exists. Publishing continues if the key may not list the target. */
async function orphans(publish: PublishOptions, codes: readonly string[]): Promise<SiteOutcome[]> {
  const programmes = programmeFiles(root).files.map(file => basename(file, '.json'))
  const known = new Set([...codes, ...programmes, ...sitesIn(publish.dist)])
  try {
    return (await orphansAt(publish, known)).map(orphanOutcome)
  } catch (error) {
    printError(`Sites of other programmes could not be listed: ${messageOf(error)}`)
    return []
  }
}

async function run(
  options: Options,
  work: (publish: PublishOptions) => Parameters<typeof forEachSite>[2],
  afterwards?: (publish: PublishOptions, codes: readonly string[]) => Promise<SiteOutcome[]>
): Promise<void> {
  const { publish, codes } = read(options)
  if (codes.length === 0) stop(`There is no site in ${options.dist}. Run npm run build first.`)
  const progress = new Progress({ isSilent: options.json === true })
  let done = 0
  const show = (site: SiteOutcome) => progress.step(lineOf(site), (done += 1), Math.max(done, codes.length))
  const outcomes = await forEachSite(publish, codes, work(publish), show)
  const more = (await afterwards?.(publish, codes)) ?? []
  more.forEach(show)
  outcomes.push(...more)
  progress.end()
  if (options.json === true) print(JSON.stringify({ sites: outcomes }))
  else printSummary(outcomes)
  process.exitCode = Math.max(...outcomes.map(({ outcome }) => EXIT[outcome]))
}

/** A number of days, `30d`, in milliseconds. */
function daysOf(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  return days === undefined
    ? stop(`--older must be a number of days such as 30d, not "${text}".`)
    : Number(days) * 86_400_000
}

const program = createCommand('publish')
  .description('Publishes built sites')
  .requiredOption('--target <place>', 's3://bucket/prefix?endpoint=…&region=… or dir:/path')
  .option('--programme <code...>', 'only these programmes')
  .option('--dist <folder>', 'the built sites', dist)
  .option('--assets <prefix/>', 'keep the immutable files of all sites once, below this prefix')
  .option('--public-url <url>', 'the address of a site, with {code} in it: each file is read back from there')
  .option(
    '--after <command>',
    "run when a site is live, with SITE_CODE and BUILD_ID: for a CDN's invalidation"
  )
  .option('--as <name>', 'your name as other publishers see it', env['USER'] ?? userInfo().username)
  .option('--json', 'one JSON object on standard output instead of lines')
  .option('--force', 'publish or restore a build that is live already', false)
  .option('--dry-run', 'only show what would be published', false)
  .action((options: Options & { force: boolean; dryRun: boolean }) =>
    run(
      options,
      publish => {
        refuseBuilds(publish.target, options.dist)
        return publishSite(publish, options)
      },
      orphans
    )
  )

/** A subcommand. It accepts the shared options too. */
const addSubcommand = (name: string, description: string): Command =>
  program.command(name).description(description).allowExcessArguments(false)

addSubcommand('status', 'Shows which build each site has, since when, and who is publishing').action(
  (_own, command: Command) =>
    run(
      command.optsWithGlobals<Options>(),
      () => async site => {
        const { record, lockedBy } = await site.status()
        return {
          outcome: 'done',
          id: record?.id ?? null,
          note: describeSite(record, lockedBy),
          faults: []
        }
      },
      orphans
    )
)

addSubcommand('verify', 'Reads each site back through --public-url').action((_own, command: Command) => {
  const options = command.optsWithGlobals<Options>()
  if (options.publicUrl === undefined) stop('verify needs --public-url.')
  return run(options, verifySite)
})

addSubcommand('rollback', 'Restores an earlier build of each site')
  .option('--to <id>', 'this build instead of the one before')
  .action((_own, command: Command) => {
    const options = command.optsWithGlobals<Options & { to?: string; force: boolean }>()
    if (options.to !== undefined && !BUILD_ID.test(options.to)) stop(`"${options.to}" is not a build id.`)
    return run(options, publish => rollBackSite(publish, options.to, options.force))
  })

addSubcommand(
  'unpublish',
  'Takes down the site of a programme; without --yes, only lists what would be removed'
)
  .option('--yes', 'take it down', false)
  .action((_own, command: Command) => {
    const options = command.optsWithGlobals<Options & { yes: boolean }>()
    if (options.programme === undefined) stop('unpublish needs --programme: name the sites to take down.')
    return run(options, publish => takeDownSite(publish, options.yes))
  })

addSubcommand('prune', 'Removes builds that were superseded long ago; without --yes, only lists them')
  .option('--keep <count>', 'how many superseded builds to keep in any case', '3')
  .option('--older <days>', 'only builds superseded longer ago than this', '30d')
  .option('--yes', 'remove them', false)
  .action((_own, command: Command) => {
    const options = command.optsWithGlobals<Options & { keep: string; older: string; yes: boolean }>()
    const { keep, older, yes } = options
    if (!/^\d{1,4}$/.test(keep)) stop(`--keep must be a number, not "${keep}".`)
    return run(
      options,
      () => async site => pruneOutcome(await site.prune(Number(keep), daysOf(older), yes), yes),
      // Last, because no site may need any more what the sites have just removed.
      async publish =>
        publish.assets === undefined ? [] : [await pruneSharedAssets(publish, daysOf(older), yes)]
    )
  })

await program.parseAsync()
