import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { createTransport } from 'nodemailer'
import { FindingCollector, type DoctorFinding } from './finding.ts'

/** Logs in to the mail server and checks the sender's DNS records. Sends nothing. */
export async function examineMail(smtpUrl: string, from: string, checkMs?: number): Promise<DoctorFinding[]> {
  const found = new FindingCollector(`email from ${from}`, checkMs)
  await found.check('the SMTP server accepts the user name and password', async deadline => {
    // nodemailer's own limits are for each pause of the server, not for the whole conversation.
    const socket = addAbortSignal(deadline, new Socket())
    try {
      await createTransport({ url: smtpUrl, socket }).verify()
    } finally {
      socket.destroy()
    }
  })
  const domain = from.split('@')[1] ?? ''
  await found.check('the domain says who can send its email', async deadline => {
    if (!(await hasText(domain, 'v=spf1', deadline)))
      found.warning(`${domain} has no SPF record: emails may be rejected`)
    if (!(await hasText(`_dmarc.${domain}`, 'v=DMARC1', deadline)))
      found.warning(`${domain} has no DMARC record: emails may be rejected`)
  })
  return found.list
}

interface LinkedSite {
  code: string
  /** Where the site is. */
  origin: string
  /** Where links in emails lead. */
  linkOrigin: string
}

/** Whether the links in emails lead to the sites. */
export function examineLinks(sites: readonly LinkedSite[]): DoctorFinding[] {
  return sites.map(({ code, origin, linkOrigin }) => {
    const subject = `emails of ${code}`
    return linkOrigin === origin
      ? { level: 'ok', subject, text: `their links lead to ${origin}` }
      : {
          level: 'fault',
          subject,
          text: `their links lead to ${linkOrigin}: set SITE_URL, or write ${origin} first in "origins" of programmes/${code}.json`
        }
  })
}

async function hasText(name: string, begin: string, deadline: AbortSignal): Promise<boolean> {
  const resolver = new Resolver()
  deadline.addEventListener('abort', () => resolver.cancel(), { once: true })
  const records = await resolver.resolveTxt(name).catch((error: unknown) => {
    if (['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  })
  return records.some(record => record.join('').startsWith(begin))
}
