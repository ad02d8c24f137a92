// What the page and the site say about the programme (spec 1, product 1).
import { atom } from 'nanostores'
import { invariant } from '#lib/invariant.ts'
import { readStaticFile } from '#api/static-file.ts'

/** Written into every page of the programme, so nothing waits for it. */
export interface RuntimeConfig {
  programmeCode: string
  programmeId: number
  programmeName: string
  productName: string
  apiBase: string
  primaryColour: string
}

/** The programme's entry of /site-config.json, which content editors may replace without a build. */
export interface SiteConfig {
  intro_title: string
  intro_html: string
  support_email: string
  privacy_url: string
  terms_url: string
  registration_enabled: boolean
  otp_required: boolean
  minimum_peer_count: number
  quartile_method: string
  redirects: Record<string, string>
  navigation: { label: string; path: string }[]
  explorer_types: { explorer_type: string; label: string }[]
  date_format: string
  feature_flags: Record<string, boolean>
}

export const defaultSiteConfig: SiteConfig = {
  intro_title: '',
  intro_html: '',
  support_email: '',
  privacy_url: '',
  terms_url: '',
  registration_enabled: true,
  otp_required: false,
  minimum_peer_count: 5,
  quartile_method: 'linear',
  redirects: {},
  navigation: [],
  explorer_types: [],
  date_format: 'd MMM yyyy',
  feature_flags: {}
}

/** Null only before the start. */
export const $runtimeConfig = atom<RuntimeConfig | null>(null)
export const $siteConfig = atom<SiteConfig>(defaultSiteConfig)

export const setRuntimeConfig = (config: RuntimeConfig): void => $runtimeConfig.set(config)

/** The runtime configuration; it is there before anything else runs. */
export function runtimeConfig(): RuntimeConfig {
  const config = $runtimeConfig.get()
  invariant(config, 'The runtime configuration is read before it is set')
  return config
}

/** Spec 1: the entry of the configured code is used; a failed fetch is ignored and leaves the built-in defaults. */
export async function loadSiteConfig(): Promise<void> {
  const answer = await readStaticFile('/site-config.json')
  if (!answer.ok || typeof answer.value !== 'object' || answer.value === null) return
  const entry = (answer.value as Record<string, unknown>)[runtimeConfig().programmeCode]
  if (typeof entry === 'object' && entry !== null) $siteConfig.set({ ...defaultSiteConfig, ...entry })
}
