// The configuration of page and site (spec 1, product 1).

import { atom } from 'nanostores'
import { setCachedSite } from '#browser/api/cache/cache.ts'
import { readStaticFile } from '#browser/api/static-file.ts'
import { setTypedMark } from '#domain/answers/typed-mark.ts'
import { setSubmissionWord } from '#domain/projects/submission-word.ts'
import { invariant } from '#lib/invariant.ts'
import { isRecord } from '#lib/is-record.ts'
import { DECIMAL_MARKS } from '#lib/text/decimal-marks.ts'
import { DATE_FORMATS, setDateFormat } from '#lib/time/date-format.ts'
import { setTimeZone } from '#lib/time/time-zone.ts'
import {
  defaultSiteConfig,
  type Feature,
  type RuntimeConfig,
  type SiteConfig
} from '#programme/site-config.ts'

type ConfigCheck = (value: unknown) => boolean

const isTextValue: ConfigCheck = value => typeof value === 'string'
const isWord: ConfigCheck = value => typeof value === 'string' && value.trim() !== ''
const isFlag: ConfigCheck = value => typeof value === 'boolean'
const checkListOf =
  (...keys: string[]): ConfigCheck =>
  value =>
    Array.isArray(value) && value.every(item => isRecord(item) && keys.every(key => isTextValue(item[key])))
/** A path of this site or a web address: nothing executable. */
const isTarget: ConfigCheck = value => typeof value === 'string' && /^(\/(?!\/)|https?:\/\/)/i.test(value)
const isLink: ConfigCheck = value => value === '' || isTarget(value)

/**
 * The schema of the programme's file would be the largest part of the first page load; a test keeps the two
 * in step.
 */
const fits: Record<keyof SiteConfig, ConfigCheck> = {
  intro_title: isTextValue,
  intro_html: isTextValue,
  support_email: isTextValue,
  privacy_url: isLink,
  terms_url: isLink,
  registration_enabled: isFlag,
  otp_required: isFlag,
  minimum_peer_count: value => Number.isInteger(value) && Number(value) >= 1,
  quartile_method: value => value === 'linear',
  redirects: isRecord,
  home: isRecord,
  navigation: checkListOf('label', 'path'),
  explorer_types: checkListOf('explorer_type', 'label'),
  date_format: value => DATE_FORMATS.some(format => format === value),
  decimal_mark: value => DECIMAL_MARKS.some(mark => mark === value),
  submission_word: value => isRecord(value) && isWord(value['one']) && isWord(value['many']),
  feature_flags: value => isRecord(value) && Object.values(value).every(isFlag)
}

/** Reads an entry field by field; a field of the wrong type falls back to its default. */
function readEntry(entry: Record<string, unknown>): SiteConfig {
  const names = Object.keys(fits) as (keyof SiteConfig)[]
  const sound = names.filter(name => fits[name](entry[name])).map(name => [name, entry[name]])
  const config = { ...defaultSiteConfig, ...(Object.fromEntries(sound) as Partial<SiteConfig>) }
  // An invalid entry is dropped on its own.
  const redirects = Object.entries(config.redirects).filter(pair => pair.every(isTarget))
  return { ...config, redirects: Object.fromEntries(redirects) }
}

/** Null only before the start. */
export const $runtimeConfig = atom<RuntimeConfig | null>(null)
export const $siteConfig = atom<SiteConfig>(defaultSiteConfig)

export function setRuntimeConfig(config: RuntimeConfig): void {
  const { dateFormat, submissionWord, timeZone } = config
  $runtimeConfig.set(config)
  setCachedSite(config)
  $siteConfig.set({ ...$siteConfig.get(), date_format: dateFormat, submission_word: submissionWord })
  setTimeZone(timeZone)
  applyWording()
}

/**
 * Sets the format of days and the word for submissions. Called before a screen is shown, not when the site
 * configuration arrives: rendering everything again would discard what is being typed.
 */
export function applyWording(): void {
  const { date_format, submission_word } = $siteConfig.get()
  setDateFormat(date_format)
  setSubmissionWord(submission_word)
}

/** Whether the programme has not switched a feature off. */
export const isFeatureOn = (feature: Feature): boolean => $siteConfig.get().feature_flags[feature] !== false

/** The runtime configuration; available before anything else runs. */
export function runtimeConfig(): RuntimeConfig {
  const config = $runtimeConfig.get()
  invariant(config, 'The runtime configuration is read before it is set')
  return config
}

/** Spec 1: the entry of the configured code is used; a failed fetch is ignored and leaves the built-in defaults. */
export async function loadSiteConfig(): Promise<void> {
  const result = await readStaticFile('/site-config.json')
  if (!result.ok || !isRecord(result.value)) return
  const entry = result.value[runtimeConfig().programmeCode]
  if (!isRecord(entry)) return
  $siteConfig.set(readEntry(entry))
  // Numbers are read as they are typed, so nothing that is shown changes.
  setTypedMark($siteConfig.get().decimal_mark)
}
