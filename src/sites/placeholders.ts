import { escapeMarkup } from '#lib/text/markup.ts'
import { brandStyle } from '#programme/colours.ts'
import type { LoadedProgramme } from '#programme/load.ts'
import { runtimeConfigOf, type Programme } from '#programme/schema.ts'

// The parts of a page that differ between programmes. The code is built once, with a token in each placeholder. A programme's pages get its own
// texts there, escaped for the placeholder.

/** JSON inside a script element: no `<`, so that nothing in a name can close the element. */
const escapeScriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  )

function helpLinks({
  support_email,
  privacy_url,
  terms_url
}: LoadedProgramme['programme']['siteConfig']): string {
  const link = (href: string, label: string) => `<a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a>`
  const parts = [
    support_email && `Help: ${link(`mailto:${support_email}`, support_email)}`,
    privacy_url && link(privacy_url, 'Privacy'),
    terms_url && link(terms_url, 'Terms')
  ]
  return parts.filter(part => part !== '').join(' · ')
}

export const runtimeConfigJson = (programme: Programme, buildId: string): string =>
  escapeScriptJson(runtimeConfigOf(programme, buildId))

/** HTML for each placeholder. Its texts are escaped here, or were validated when the file was read. */
export function placeholderValues({ programme, brand }: LoadedProgramme, buildId: string) {
  const { siteConfig } = programme
  return {
    code: programme.code,
    title: escapeMarkup(programme.programmeName),
    productName: escapeMarkup(programme.productName),
    programmeName: escapeMarkup(programme.programmeName),
    runtimeConfig: runtimeConfigJson(programme, buildId),
    brandStyle: brandStyle(brand),
    introTitle: escapeMarkup(siteConfig.intro_title),
    introHtml: siteConfig.intro_html,
    helpLinks: helpLinks(siteConfig),
    registration: siteConfig.registration_enabled ? 'No account yet? <a href="/register">Register</a>' : '',
    /** The policy as a meta element; empty where the server alone sends it. */
    policy: ''
  }
}

export type PlaceholderValues = ReturnType<typeof placeholderValues>
export type Placeholder = keyof PlaceholderValues

const PLACEHOLDERS: readonly Placeholder[] = [
  'code',
  'title',
  'productName',
  'programmeName',
  'runtimeConfig',
  'brandStyle',
  'introTitle',
  'introHtml',
  'helpLinks',
  'registration',
  'policy'
]

const token = (placeholder: Placeholder): string => `%%${placeholder}%%`

/** A token for each placeholder, for the one build of the code. */
export const tokens = Object.fromEntries(
  PLACEHOLDERS.map(placeholder => [placeholder, token(placeholder)])
) as PlaceholderValues

/** A page split at its tokens: text, placeholder, text, placeholder, …, text. */
export interface PageTemplate {
  file: string
  texts: string[]
  placeholders: Placeholder[]
}

export function parseTemplate(file: string, html: string): PageTemplate {
  const parts = html.split(/%%([A-Za-z]+)%%/)
  return {
    file,
    texts: parts.filter((_, index) => index % 2 === 0),
    placeholders: parts.filter((_, index) => index % 2 === 1) as Placeholder[]
  }
}

/** A page whose texts are bytes already: they are the same in every site. */
export interface EncodedTemplate {
  file: string
  texts: Buffer[]
  placeholders: Placeholder[]
}

export const encodeTemplate = ({ texts, ...rest }: PageTemplate): EncodedTemplate => ({
  ...rest,
  texts: texts.map(text => Buffer.from(text))
})

export function fillTemplate(
  { texts, placeholders }: EncodedTemplate,
  values: Readonly<Record<Placeholder, Buffer>>
): Buffer {
  return Buffer.concat(
    texts.flatMap((text, index) => {
      const placeholder = placeholders[index]
      return placeholder === undefined ? [text] : [text, values[placeholder]]
    })
  )
}
