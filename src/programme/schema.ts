import * as v from 'valibot'
import { DATE_FORMATS } from '#lib/date-format.ts'
import { isVisible } from '#lib/text-characters.ts'
import { ADDRESS, asciiAddress, isHttpUrl, isOrigin, isPath, isPlainPath, plainOrigin } from './addresses.ts'
import { defaultSiteConfig as defaults, type RuntimeConfig } from './site-config.ts'
import { DEFAULT_TIME_ZONE, isTimeZone } from '#lib/time-zone.ts'

// The schema of a programme's file. It also runs in the browser, so it does not import Node.

/**
 * A code becomes a folder, a host name and a file name, so it contains nothing with a special meaning in any
 * of them.
 */
export const CODE_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** The largest id that a column of the database takes. */
export const MAX_PROGRAMME_ID = 2_147_483_647
const RESERVED_CODES = new Set([
  'api',
  'www',
  'localhost',
  'schema',
  'assets',
  'builds',
  'con',
  'prn',
  'aux',
  'nul'
])
/** Windows reserves these names for devices in every folder. */
const DEVICE = /^(com|lpt)\d$/

/** Characters that break a line or change the text direction, in pages and emails. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const isOneLine = (text: string): boolean => !UNRULY.test(text)

const line = (name: string, length = 120) =>
  v.pipe(
    v.string(`${name} must be text`),
    v.check(isVisible, `${name} must not be empty`),
    v.maxLength(length, `${name} must not be longer than ${length} characters`),
    v.check(isOneLine, `${name} must be one line without control characters`)
  )

/** A separate message, because such a character is invisible. */
const address = (name: string) =>
  v.regex(
    ADDRESS,
    `${name} holds a space, a line break or another letter that an address cannot hold; write it percent-encoded`
  )

const Link = (name: string) =>
  v.pipe(
    v.string(`${name} must be text`),
    v.transform(asciiAddress),
    address(name),
    v.check(
      text => text === '' || isPath(text) || isHttpUrl(text),
      `${name} must be a path that starts with / or an absolute http(s) URL`
    )
  )

export const NavigationEntry = v.strictObject({
  label: line('label', 40),
  path: v.pipe(v.string('path must be text'), address('path'), v.check(isPath, 'path must start with one /'))
})

export const ExplorerType = v.strictObject({
  explorer_type: v.pipe(
    v.string('explorer_type must be text'),
    v.maxLength(60, 'explorer_type must not be longer than 60 characters'),
    v.regex(CODE_PATTERN, 'explorer_type must be lower-case letters, digits and hyphens')
  ),
  label: line('label', 40)
})

const RedirectTarget = v.pipe(
  v.string('a redirect target must be text'),
  v.transform(asciiAddress),
  address('a redirect target'),
  v.check(
    text => isPath(text) || isHttpUrl(text),
    'a redirect target must be a path that starts with / or an absolute http(s) URL'
  )
)

const RedirectSource = v.pipe(
  v.string(),
  v.check(
    isPlainPath,
    'a redirect source must be a plain path of letters, digits and - . _ ~ that starts with /'
  )
)

/** `https://wards.example.org`, with a port where it is not the scheme's own; `:*` is any port. */
const Origin = v.pipe(
  v.string('an origin must be text'),
  v.transform(plainOrigin),
  v.check(isOrigin, 'an origin must be like https://wards.example.org, without a path')
)

/** An omitted field has its default in site-config.ts. */
export const SiteConfig = v.strictObject({
  intro_title: v.optional(
    v.pipe(
      v.string('intro_title must be text'),
      v.maxLength(120, 'intro_title must not be longer than 120 characters'),
      v.check(isOneLine, 'intro_title must be one line without control characters')
    ),
    defaults.intro_title
  ),
  intro_html: v.optional(
    v.pipe(
      v.string('intro_html must be text'),
      v.maxLength(4000, 'intro_html must not be longer than 4000 characters')
    ),
    defaults.intro_html
  ),
  support_email: v.optional(
    v.pipe(
      v.string('support_email must be text'),
      v.maxLength(254, 'support_email must not be longer than 254 characters'),
      v.regex(/^$|^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'support_email must be an email address or empty')
    ),
    defaults.support_email
  ),
  privacy_url: v.optional(Link('privacy_url'), defaults.privacy_url),
  terms_url: v.optional(Link('terms_url'), defaults.terms_url),
  registration_enabled: v.optional(
    v.boolean('registration_enabled must be true or false'),
    defaults.registration_enabled
  ),
  otp_required: v.optional(v.boolean('otp_required must be true or false'), defaults.otp_required),
  minimum_peer_count: v.optional(
    v.pipe(
      v.number('minimum_peer_count must be a number'),
      v.integer('minimum_peer_count must be a whole number'),
      v.minValue(1, 'minimum_peer_count must be at least 1'),
      v.maxValue(1000, 'minimum_peer_count must be at most 1000')
    ),
    defaults.minimum_peer_count
  ),
  quartile_method: v.optional(
    v.picklist(['linear'], 'quartile_method must be "linear"'),
    defaults.quartile_method
  ),
  redirects: v.optional(
    v.record(RedirectSource, RedirectTarget, 'redirects must be an object of path to target'),
    defaults.redirects
  ),
  navigation: v.optional(v.array(NavigationEntry, 'navigation must be a list'), defaults.navigation),
  explorer_types: v.optional(v.array(ExplorerType, 'explorer_types must be a list'), defaults.explorer_types),
  date_format: v.optional(
    v.picklist(
      DATE_FORMATS,
      `date_format must be one of ${DATE_FORMATS.map(format => `"${format}"`).join(', ')}`
    ),
    defaults.date_format
  ),
  submission_word: v.optional(
    v.strictObject(
      { one: line('one', 40), many: line('many', 40) },
      'submission_word must be an object with one and many, for example "ward" and "wards"'
    ),
    defaults.submission_word
  ),
  feature_flags: v.optional(
    v.record(
      v.string(),
      v.boolean('a feature flag must be true or false'),
      'feature_flags must be an object of name to true or false'
    ),
    defaults.feature_flags
  )
})

export const Programme = v.strictObject({
  $schema: v.optional(v.string('$schema must be text')),
  code: v.pipe(
    v.string('code must be text'),
    v.maxLength(40, 'code must not be longer than 40 characters'),
    v.regex(
      CODE_PATTERN,
      'code must be lower-case letters, digits and single hyphens, and start with a letter'
    ),
    v.check(code => !RESERVED_CODES.has(code) && !DEVICE.test(code), 'code is a reserved name')
  ),
  programmeId: v.pipe(
    v.number('programmeId must be a number'),
    v.integer('programmeId must be a whole number'),
    v.minValue(1, 'programmeId must be at least 1'),
    v.maxValue(MAX_PROGRAMME_ID, 'programmeId is too large')
  ),
  programmeName: line('programmeName'),
  productName: line('productName', 60),
  apiBase: v.pipe(
    v.string('apiBase must be text'),
    v.transform(asciiAddress),
    address('apiBase'),
    v.check(isHttpUrl, 'apiBase must be an absolute http(s) URL'),
    v.check(text => !/[?#\s]/.test(text), 'apiBase must have no query and no fragment')
  ),
  primaryColour: v.pipe(v.string('primaryColour must be text'), v.trim()),
  /** The time zone of deadlines, wherever the reader is. */
  timeZone: v.optional(
    v.pipe(
      v.string('timeZone must be text'),
      v.check(isTimeZone, 'timeZone must be the name of a time zone, such as "Europe/London"')
    ),
    DEFAULT_TIME_ZONE
  ),
  /** For the API: where the site is served. Links in mails lead to the first one, so it has one port. */
  origins: v.exactOptional(
    v.pipe(
      v.array(Origin, 'origins must be a list'),
      v.minLength(1, 'origins must name at least one origin'),
      v.check(
        ([first]) => first?.endsWith(':*') !== true,
        'origins must begin with an origin of one port, because links in emails lead there'
      )
    )
  ),
  /** For the API: the age at which passwords expire; never if omitted. */
  passwordMaxAgeDays: v.exactOptional(
    v.pipe(
      v.number('passwordMaxAgeDays must be a number'),
      v.integer('passwordMaxAgeDays must be a whole number'),
      v.minValue(1, 'passwordMaxAgeDays must be at least 1'),
      v.maxValue(3650, 'passwordMaxAgeDays must be at most 3650')
    )
  ),
  siteConfig: v.optional(SiteConfig, {})
})

export type Programme = v.InferOutput<typeof Programme>

export const runtimeConfigOf = (programme: Programme, buildId: string): RuntimeConfig => ({
  programmeCode: programme.code,
  programmeId: programme.programmeId,
  programmeName: programme.programmeName,
  productName: programme.productName,
  apiBase: programme.apiBase,
  primaryColour: programme.primaryColour,
  buildId,
  dateFormat: programme.siteConfig.date_format,
  submissionWord: programme.siteConfig.submission_word,
  timeZone: programme.timeZone
})
