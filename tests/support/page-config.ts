// The configuration that a programme's page contains, for tests without a page.

import { DEFAULT_TIME_ZONE } from '#lib/time/time-zone.ts'
import { defaultSiteConfig, type RuntimeConfig } from '#programme/site-config.ts'

export const pageConfig: RuntimeConfig = {
  programmeCode: 'wards',
  programmeId: 1,
  programmeName: 'National Inpatient Network',
  productName: 'Ward Compare',
  apiBase: 'http://api.example',
  primaryColour: '#0b6e75',
  buildId: 'b1',
  dateFormat: defaultSiteConfig.date_format,
  submissionWord: defaultSiteConfig.submission_word,
  timeZone: DEFAULT_TIME_ZONE
}
