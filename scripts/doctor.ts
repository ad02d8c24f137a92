// Checks a deployment from outside. npm run doctor -- --help

import { examine } from '#operations/doctor/examine.ts'
import type { DoctorFinding } from '#operations/doctor/finding.ts'
import { examineLinks, examineMail } from '#operations/doctor/mail.ts'
import { describeFault, type Fault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { originsOf } from '#server/http/programme.ts'
import { apiBaseOf, createCommand } from './command.ts'
import { print, stop } from './terminal.ts'

interface Options {
  site?: string
  apiBase?: string
  programme?: string[]
  json?: true
}

const {
  site,
  apiBase,
  programme: codes,
  json
} = createCommand('doctor')
  .description(
    'Checks the sites, their API and the mail server from outside. Emails are checked if SMTP_URL and MAIL_FROM are set, with SITE_URL as the API has it.'
  )
  .option(
    '--site <url>',
    'where the sites are, such as https://{code}.example.org (default: the "origins" in their files)'
  )
  .option(
    '--api-base <url>',
    'the API that the sites call, if they were built with this option (default: apiBase of their files)',
    apiBaseOf
  )
  .option('--programme <code...>', 'only these')
  .option('--json', 'print the findings as JSON')
  .parse()
  .opts<Options>()

const { SMTP_URL: smtpUrl, MAIL_FROM: from, SITE_URL: siteUrl } = process.env

/** Faults of programmes, which no API serves until they are corrected. */
const faults: Fault[] = []

function deployedSites() {
  const loaded = loadProgrammes({ root: process.cwd(), ...(codes && { codes }) })
  if (!loaded.ok) return stop(loaded.error.map(describeFault).join('\n'))
  faults.push(...loaded.value.faults)
  return loaded.value.programmes.map(({ programme }) => {
    const { code, programmeId, origins } = programme
    const origin = site?.replaceAll('{code}', code) ?? origins?.[0]
    if (origin === undefined || URL.parse(origin)?.origin !== origin)
      return stop(
        `Where is the site of ${code}? Write "origins" in programmes/${code}.json or give --site https://{code}.example.org.`
      )
    const linkOrigin = siteUrl?.replaceAll('{code}', code) ?? originsOf(programme)[0]
    return { code, programmeId, origin, linkOrigin, apiBase: apiBase ?? programme.apiBase }
  })
}

const mark = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }
const show = ({ level, subject, text }: DoctorFinding): void => print(`${mark[level]} ${subject}: ${text}`)

const sites = deployedSites()
const findings: DoctorFinding[] = [
  ...faults.map((fault): DoctorFinding => ({
    level: 'fault',
    subject: 'programmes',
    text: describeFault(fault)
  })),
  ...(await examine(sites))
]
if (smtpUrl !== undefined && from !== undefined)
  findings.push(...(await examineMail(smtpUrl, from)), ...examineLinks(sites))
const count = (level: DoctorFinding['level']): number =>
  findings.filter(finding => finding.level === level).length
if (json) print(JSON.stringify(findings, null, 2))
else {
  findings.forEach(show)
  if (smtpUrl === undefined) print('Emails were not checked: SMTP_URL is not set here.')
  print(`${count('ok')} ok, ${count('warning')} warnings, ${count('fault')} faults`)
}
process.exitCode = count('fault') > 0 ? 1 : 0
