import { resolveTxt } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { FindingCollector, type DoctorFinding } from './finding.ts'

const MAIL_TIMEOUT_MS = 15_000

/** Logs in to the mail server and checks the sender's DNS records. Sends nothing. */
export async function examineMail(smtpUrl: string, from: string): Promise<DoctorFinding[]> {
  const found = new FindingCollector(`email from ${from}`)
  await found.check('the SMTP server accepts the user name and password', async () => {
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: MAIL_TIMEOUT_MS,
      greetingTimeout: MAIL_TIMEOUT_MS,
      socketTimeout: MAIL_TIMEOUT_MS
    })
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
  })
  const domain = from.split('@')[1] ?? ''
  await found.check('the domain says who can send its email', async () => {
    if (!(await hasText(domain, 'v=spf1')))
      found.warning(`${domain} has no SPF record: emails may be rejected`)
    if (!(await hasText(`_dmarc.${domain}`, 'v=DMARC1')))
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

async function hasText(name: string, begin: string): Promise<boolean> {
  const records = await resolveTxt(name).catch((error: unknown) => {
    if (['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  })
  return records.some(record => record.join('').startsWith(begin))
}
