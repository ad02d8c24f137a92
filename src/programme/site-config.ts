// The programme's configuration as the browser sees it. Part of the first page load, so it is small.

import { DEFAULT_SUBMISSION_WORD, type SubmissionWord } from '#domain/projects/submission-word.ts'
import type { DecimalMark } from '#lib/text/decimal-marks.ts'
import { DEFAULT_DATE_FORMAT, type DateFormat } from '#lib/time/date-format.ts'

/** Written into every page of the programme, so that nothing waits for it (spec 1). */
export interface RuntimeConfig {
  programmeCode: string
  programmeId: number
  programmeName: string
  productName: string
  apiBase: string
  primaryColour: string
  /** The build id of the page's files, as in builds/latest.json. */
  buildId: string
  /** Part of every page, because the first screen needs them. */
  dateFormat: DateFormat
  submissionWord: SubmissionWord
  /** The time zone of deadlines. */
  timeZone: string
}

/** Features that are on unless `feature_flags` switches them off. */
export type Feature = 'what_if'

/** What visitors read on the start page besides its introduction. */
export interface VisitorHomeConfig {
  facts?: { value: string; label: string }[]
  key_dates?: { date: string; text: string }[]
  how_to_join?: string[]
}

/** The programme's entry of /site-config.json, which content editors may replace without a build. */
export interface SiteConfig {
  intro_title: string
  intro_html: string
  home: VisitorHomeConfig
  support_email: string
  privacy_url: string
  terms_url: string
  registration_enabled: boolean
  otp_required: boolean
  minimum_peer_count: number
  quartile_method: 'linear'
  redirects: Record<string, string>
  navigation: { label: string; path: string }[]
  explorer_types: { explorer_type: string; label: string }[]
  date_format: DateFormat
  /** What its people write before decimals. */
  decimal_mark: DecimalMark
  /** What the programme calls a submission, in the middle of a sentence. */
  submission_word: SubmissionWord
  /** Switches features off. Unknown names are ignored, because other versions may have them. */
  feature_flags: Record<string, boolean>
}

/** Each field has a default here, so that a missing site configuration still works. */
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
  home: {},
  navigation: [],
  explorer_types: [],
  date_format: DEFAULT_DATE_FORMAT,
  decimal_mark: '.',
  submission_word: DEFAULT_SUBMISSION_WORD,
  feature_flags: {}
}
