import { brandStyle } from '../colours.ts'
import type { SoundProgramme } from '../load.ts'
import { runtimeConfigOf, type Programme } from '../schema.ts'

// What differs between the pages of two programmes. The code is built once with a token in each place; a programme's pages are
// made by putting its own text there, escaped for the place.

const text = (value: string): string =>
  value.replace(
    /[&<>"']/g,
    letter => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '&#39;'
  )

/** JSON inside a script element: no `<`, so that nothing in a name can close the element. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  )

function helpLinks({
  support_email,
  privacy_url,
  terms_url
}: SoundProgramme['programme']['siteConfig']): string {
  const link = (href: string, label: string) => `<a href="${text(href)}">${text(label)}</a>`
  const parts = [
    support_email && `Help: ${link(`mailto:${support_email}`, support_email)}`,
    privacy_url && link(privacy_url, 'Privacy'),
    terms_url && link(terms_url, 'Terms')
  ]
  return parts.filter(part => part !== '').join(' · ')
}

export const runtimeConfigPlace = (programme: Programme, buildId: string): string =>
  scriptJson(runtimeConfigOf(programme, buildId))

/** HTML for each place; everything in it is escaped already or was proved when the file was read. */
export function placesOf({ programme, brand }: SoundProgramme, buildId: string) {
  const { siteConfig } = programme
  return {
    code: programme.code,
    title: text(programme.programmeName),
    productName: text(programme.productName),
    programmeName: text(programme.programmeName),
    runtimeConfig: runtimeConfigPlace(programme, buildId),
    brandStyle: brandStyle(brand),
    introTitle: text(siteConfig.intro_title),
    introHtml: siteConfig.intro_html,
    helpLinks: helpLinks(siteConfig),
    registration: siteConfig.registration_enabled ? 'No account yet? <a href="/register">Register</a>' : '',
    /** The policy as a meta element; empty where the server alone sends it. */
    policy: ''
  }
}

export type Places = ReturnType<typeof placesOf>
export type Place = keyof Places

const PLACES: readonly Place[] = [
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

const token = (place: Place): string => `%%${place}%%`

/** A token for each place, for the one build of the code. */
export const tokens = Object.fromEntries(PLACES.map(place => [place, token(place)])) as Places

/** A page cut at its tokens: text, place, text, place, …, text. */
export interface CutPage {
  file: string
  texts: string[]
  places: Place[]
}

export function cutPage(file: string, html: string): CutPage {
  const parts = html.split(/%%([A-Za-z]+)%%/)
  return {
    file,
    texts: parts.filter((_, index) => index % 2 === 0),
    places: parts.filter((_, index) => index % 2 === 1) as Place[]
  }
}

export function fillPage({ texts, places }: CutPage, values: Places): string {
  let html = texts[0] ?? ''
  for (const [index, place] of places.entries()) html += values[place] + (texts[index + 1] ?? '')
  return html
}
