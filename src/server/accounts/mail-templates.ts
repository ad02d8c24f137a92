// The texts of all mails. Plain text: nothing in it can load, run or disguise itself.
import { linkLifetimes } from '#domain/link-lifetimes.ts'
import { siteUrl, type Programme } from '../http/programme.ts'

export interface MailContent {
  subject: string
  text: string
}

const signed = (programme: Programme, ...lines: string[]): string =>
  [...lines, '', programme.programmeName].join('\n')

/** `20 November 2026 at 12:00 UTC`: readers are in any time zone. */
const dayAndTime = (now: Date): string =>
  `${now.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const mailTemplates = {
  verify: (programme: Programme, code: string, now: Date): MailContent => ({
    subject: `Confirm your email address for ${programme.programmeName}`,
    text: signed(
      programme,
      `Someone requested an account with this address on ${dayAndTime(now)}. If it was you, open this page and confirm the address:`,
      '',
      `${siteUrl(programme)}/verify/${code}`,
      '',
      `The link works for ${linkLifetimes.verify_email.words} and confirms what was entered at that time, including the password. If it was not you, ignore this email.`
    )
  }),
  known: (programme: Programme): MailContent => ({
    subject: `You have an account with ${programme.programmeName}`,
    text: signed(
      programme,
      'Someone requested an account with this address, but it already has one. Log in, or set a new password:',
      '',
      `${siteUrl(programme)}/login`,
      `${siteUrl(programme)}/forgot-password`
    )
  }),
  reset: (programme: Programme, code: string): MailContent => ({
    subject: `Set a new password for ${programme.programmeName}`,
    text: signed(
      programme,
      'Open this page to set a new password:',
      '',
      `${siteUrl(programme)}/forgot-password?code=${code}`,
      '',
      `The link works for ${linkLifetimes.reset_password.words}. If you did not request it, ignore this email.`
    )
  }),
  invite: (programme: Programme, code: string): MailContent => ({
    subject: `You are invited to ${programme.programmeName}`,
    text: signed(
      programme,
      'An account has been created for you. Open this page to set its password:',
      '',
      `${siteUrl(programme)}/forgot-password?invited=yes&code=${code}`,
      '',
      `The link works for ${linkLifetimes.invite.words}.`
    )
  }),
  approved: (programme: Programme): MailContent => ({
    subject: `Your account with ${programme.programmeName} is open`,
    text: signed(programme, 'Your account was approved. Log in here:', '', `${siteUrl(programme)}/login`)
  }),
  rejected: (programme: Programme, reason: string): MailContent => ({
    subject: `Your account with ${programme.programmeName}`,
    text: signed(
      programme,
      'Your request for an account was not approved.',
      ...(reason === '' ? [] : ['', reason])
    )
  }),
  passwordChanged: (programme: Programme): MailContent => ({
    subject: `Your password for ${programme.programmeName} was changed`,
    text: signed(
      programme,
      'Your password has just been changed. If it was not you, set a new one immediately:',
      '',
      `${siteUrl(programme)}/forgot-password`
    )
  })
}
