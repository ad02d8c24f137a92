// The texts of all mails. Plain text: nothing in it can load, run or disguise itself.

import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import { closingDay, isWholeDay } from '#domain/projects/window-days.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { timeIn } from '#lib/time/time-zone.ts'
import type { CodeAction } from '#server/auth/one-time-codes.ts'
import { siteUrl, type RunningProgramme } from '#server/http/programme.ts'

interface PlainMail {
  subject: string
  text: string
}

/** A mail with a code. Its text is deleted when it is sent, or when the code stops working. */
interface CodeMail extends PlainMail {
  codeLifetimeMs: number
}

export type MailContent = PlainMail | CodeMail

const signMail = (programme: RunningProgramme, ...lines: string[]): string =>
  [...lines, '', programme.programmeName].join('\n')

/** `20 November 2026 at 12:00 UTC`: readers are in any time zone. */
const dayAndTime = (now: Date): string =>
  `${now.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** A day without a time: '20 November 2026'. */
const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The day on which something ends, with the time unless it is the end of the day (decision 0051): '4 December 2026, 12:00'. */
export function lastDayInWords(closesAt: Date, timeZone: string): string {
  const day = dayInWords(closingDay(closesAt, timeZone))
  return isWholeDay('closes', closesAt, timeZone) ? day : `${day}, ${timeIn(closesAt, timeZone)}`
}

/** An account request, as shown in its mail. */
interface ListedRequest {
  code: string
  first_name: string
  last_name: string
  job_title: string
  organisationName: string | null
}

/**
 * Quotes text from a stranger in a mail to someone else: on one line, without anything that mail programs turn into a link.
 */
const quoteStranger = (typed: string): string =>
  typed
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[/@\\]+/g, ' ')
    .replaceAll(/([.:])(?=\S)/g, '$1 ')

/** A request with the link that confirms it. */
const requestLines = (programme: RunningProgramme, request: ListedRequest): string[] => [
  `Name: ${quoteStranger(`${request.first_name} ${request.last_name}`)}`,
  ...(request.organisationName ? [`Organisation: ${quoteStranger(request.organisationName)}`] : []),
  ...(request.job_title === '' ? [] : [`Job title: ${quoteStranger(request.job_title)}`]),
  '',
  `${siteUrl(programme)}/verify/${request.code}`,
  ''
]

/** One for each action that a code confirms. */
const codeTemplates = {
  verify_email: (programme: RunningProgramme, requests: readonly ListedRequest[], now: Date): CodeMail => {
    const isOne = requests.length === 1
    return {
      subject: `Confirm your email address for ${programme.programmeName}`,
      codeLifetimeMs: linkLifetimes.verify_email.ms,
      text: signMail(
        programme,
        isOne
          ? 'Someone requested an account with this address. If it was you, open this page to confirm the request and choose a password:'
          : 'Accounts were requested with this address more than once, with different details. Open only the page of your own request, to confirm it and choose a password:',
        '',
        ...requests.flatMap(request => requestLines(programme, request)),
        `Sent on ${dayAndTime(now)}. ${isOne ? 'The link works' : 'The links work'} for ${linkLifetimes.verify_email.words}. If it was not you, ignore this email.`
      )
    }
  },
  reset_password: (programme: RunningProgramme, emailAddress: string, code: string): CodeMail => ({
    subject: `Set a new password for ${programme.programmeName}`,
    codeLifetimeMs: linkLifetimes.reset_password.ms,
    text: signMail(
      programme,
      `Open this page to set a new password for the account ${emailAddress}:`,
      '',
      `${siteUrl(programme)}/forgot-password?code=${code}`,
      '',
      `The link works for ${linkLifetimes.reset_password.words}. If you did not request it, ignore this email.`
    )
  }),
  invite: (programme: RunningProgramme, code: string): CodeMail => ({
    subject: `You are invited to ${programme.programmeName}`,
    codeLifetimeMs: linkLifetimes.invite.ms,
    text: signMail(
      programme,
      'An account has been created for you. Open this page to set its password:',
      '',
      `${siteUrl(programme)}/forgot-password?invited=yes&code=${code}`,
      '',
      `The link works for ${linkLifetimes.invite.words}.`
    )
  })
} satisfies Record<CodeAction, (programme: RunningProgramme, ...about: never[]) => CodeMail>

/** Mails that must not contain a code. */
const plainTemplates = {
  known: (programme: RunningProgramme): PlainMail => ({
    subject: `You have an account with ${programme.programmeName}`,
    text: signMail(
      programme,
      'Someone requested an account with this address, but it already has one. Log in, or set a new password:',
      '',
      `${siteUrl(programme)}/login`,
      `${siteUrl(programme)}/forgot-password`
    )
  }),
  waiting: (programme: RunningProgramme): PlainMail => ({
    subject: `Your request for an account with ${programme.programmeName}`,
    text: signMail(
      programme,
      'Someone requested an account with this address, but your earlier request still waits for approval. You will get an email once a programme admin has decided.'
    )
  }),
  closed: (programme: RunningProgramme): PlainMail => ({
    subject: `Your account with ${programme.programmeName}`,
    text: signMail(
      programme,
      'Someone requested an account with this address, but it already has one, which is closed. If it was you, a programme admin can open it again.',
      ...(programme.supportEmail === undefined ? [] : ['', `Contact: ${programme.supportEmail}`])
    )
  }),
  approved: (programme: RunningProgramme): PlainMail => ({
    subject: `Your account with ${programme.programmeName} is open`,
    text: signMail(programme, 'Your account was approved. Log in here:', '', `${siteUrl(programme)}/login`)
  }),
  keyCreated: (programme: RunningProgramme): PlainMail => ({
    subject: `An API key for ${programme.programmeName} was created`,
    text: signMail(
      programme,
      'An API key has just been created for your account. A program with this key can read what you can read. If you did not create it, change your password and revoke the key under “Your account”, “API keys”:',
      '',
      siteUrl(programme)
    )
  }),
  passwordChanged: (programme: RunningProgramme): PlainMail => ({
    subject: `Your password for ${programme.programmeName} was changed`,
    text: signMail(
      programme,
      'Your password has just been changed. If it was not you, set a new one immediately:',
      '',
      `${siteUrl(programme)}/forgot-password`
    )
  })
} satisfies Record<string, (programme: RunningProgramme) => PlainMail>

/** A section that an admin has reopened or changed after it was signed off. */
export interface SectionAfterSignOff {
  adminName: string
  sectionName: string
  submissionName: string
  questionnaireName: string
  url: string
}

/** What the programme asks about an organisation's answers. No figures, not even their number. */
interface OpenQuestions {
  organisationName: string
  projectName: string
  /** The next deadline, in words; null if there is none. */
  lastDay: string | null
  /** Each submission and section that is asked about. */
  lines: readonly string[]
  /** Each submission and part that is open for corrections, with its last day. */
  windows: readonly string[]
  url: string
}

/** What an organisation still has to do in a project. No figures: a mail is not ours once it is sent. */
interface OpenWork {
  organisationName: string
  projectName: string
  /** The last day, in words; null if none is set. */
  lastDay: string | null
  /** Each submission with what is left. */
  lines: readonly string[]
  recipientRole: string
  canSignOff: boolean
  url: string
}

export const mailTemplates = {
  ...codeTemplates,
  ...plainTemplates,
  reopened: (programme: RunningProgramme, reopened: SectionAfterSignOff): PlainMail => ({
    subject: `${reopened.sectionName} was reopened after it was signed off`,
    text: signMail(
      programme,
      `${reopened.adminName} from the programme reopened “${reopened.sectionName}” of ${reopened.submissionName} and can now change its answers. It belongs to “${reopened.questionnaireName}”, which was signed off.`,
      '',
      'If its answers are changed, you get another email, and they are marked here:',
      '',
      reopened.url,
      '',
      'Once the section is complete again, sign off the questionnaire again.'
    )
  }),
  changedAfterSignOff: (programme: RunningProgramme, changed: SectionAfterSignOff): PlainMail => ({
    subject: `Answers of ${changed.sectionName} were changed after it was signed off`,
    text: signMail(
      programme,
      `${changed.adminName} from the programme changed answers of “${changed.sectionName}” of ${changed.submissionName}. It belongs to “${changed.questionnaireName}”, which was signed off.`,
      '',
      'The changed answers are marked until you sign off the questionnaire again:',
      '',
      changed.url
    )
  }),
  reminder: (programme: RunningProgramme, work: OpenWork): PlainMail => {
    const until = work.lastDay === null ? '' : ` by ${work.lastDay}`
    return {
      subject: `${work.projectName}: finish your data${until}`,
      text: signMail(
        programme,
        `${work.organisationName} has not finished its data for ${work.projectName}. Complete it${work.canSignOff ? ' and sign it off' : ''}${until}:`,
        '',
        ...work.lines.map(line => `* ${line}`),
        '',
        `Open ${work.projectName}:`,
        work.url,
        '',
        `You get this as ${work.recipientRole} of ${work.organisationName}, at most once a day.`
      )
    }
  },
  queries: (programme: RunningProgramme, asked: OpenQuestions): PlainMail => {
    const until = asked.lastDay === null ? '' : ` by ${asked.lastDay}`
    const answers = `answers from ${asked.organisationName} in ${asked.projectName}`
    const listed = (intro: string, lines: readonly string[]): string[] =>
      lines.length === 0 ? [] : [intro, '', ...lines.map(line => `* ${line}`), '']
    return {
      subject: `${asked.projectName}: ${asked.lines.length > 0 ? questionsText() : 'open for corrections'}`,
      text: signMail(
        programme,
        ...listed(`The programme has questions about ${answers}. Answer them${until}:`, asked.lines),
        ...listed(`The programme has opened ${answers} again:`, asked.windows),
        `Open ${asked.projectName}:`,
        asked.url,
        '',
        'We send you at most one email a day about each project.'
      )
    }
  },
  rejected: (programme: RunningProgramme, reason: string): PlainMail => ({
    subject: `Your account with ${programme.programmeName}`,
    text: signMail(programme, 'Your request for an account was not approved.', '', reason)
  })
}
