import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { DEFAULT_TIME_ZONE, isTimeZone } from '#lib/time/time-zone.ts'
import { asciiAddress, isHttpUrl, isOrigin, plainOrigin } from './addresses.ts'
import { address, CODE_PATTERN, line } from './schema-fields.ts'
import { SiteConfigSchema } from './site-config-schema.ts'
import type { RuntimeConfig } from './site-config.ts'

// The schema of a programme's file.

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

/** `https://wards.example.org`, with a port where it is not the scheme's own; `:*` is any port. */
const OriginSchema = v.pipe(
  v.string('an origin must be text'),
  v.transform(plainOrigin),
  v.check(isOrigin, 'an origin must be like https://wards.example.org, without a path')
)

const ProgrammeCode = v.pipe(
  v.string('code must be text'),
  v.maxLength(40, 'code must not be longer than 40 characters'),
  v.regex(
    CODE_PATTERN,
    'code must be lower-case letters, digits and single hyphens, and start with a letter'
  ),
  v.check(code => !RESERVED_CODES.has(code) && !DEVICE.test(code), 'code is a reserved name')
)

/** `--api-base` follows it as well. */
export const ApiBase = v.pipe(
  v.string('apiBase must be text'),
  v.transform(asciiAddress),
  address('apiBase'),
  v.check(isHttpUrl, 'apiBase must be an absolute http(s) URL'),
  v.check(text => !/[?#\s]/.test(text), 'apiBase must have no query and no fragment')
)

export const Programme = v.strictObject({
  $schema: describe(
    'The schema by which editors complete and check this file.',
    v.optional(v.string('$schema must be text'))
  ),
  code: describe(
    'Names the file, the logo and the folder of the site. Changed only with npm run rename-programme.',
    ProgrammeCode
  ),
  formerCodes: describe(
    'Codes that the programme had before, written by npm run rename-programme. Data stored under them is its own.',
    v.exactOptional(v.array(ProgrammeCode, 'formerCodes must be a list'))
  ),
  programmeId: describe(
    'The id of the programme in the database. It never changes and is never used again.',
    v.pipe(
      v.number('programmeId must be a number'),
      v.integer('programmeId must be a whole number'),
      v.minValue(1, 'programmeId must be at least 1'),
      v.maxValue(MAX_PROGRAMME_ID, 'programmeId is too large')
    )
  ),
  programmeName: describe(
    'The organisation or network that runs the programme, as in page titles and emails.',
    line('programmeName')
  ),
  productName: describe('What the site is called, beside its logo.', line('productName', 60)),
  apiBase: describe(
    'The address of the API that the published site calls, such as https://api.example.org. Set it before you publish.',
    ApiBase
  ),
  primaryColour: describe(
    'The colour of the site, such as #0b7285. All shades are derived from it.',
    v.pipe(v.string('primaryColour must be text'), v.trim())
  ),
  timeZone: describe(
    'The time zone in which days of the programme begin and end, such as Europe/Berlin. The default is Europe/London.',
    v.optional(
      v.pipe(
        v.string('timeZone must be text'),
        v.check(isTimeZone, 'timeZone must be the name of a time zone, such as "Europe/London"')
      ),
      DEFAULT_TIME_ZONE
    )
  ),
  origins: describe(
    'Where the site is served, such as https://museums.example.org. Only these addresses may call the API; links in emails lead to the first.',
    v.exactOptional(
      v.pipe(
        v.array(OriginSchema, 'origins must be a list'),
        v.minLength(1, 'origins must name at least one origin'),
        v.check(
          ([first]) => first?.endsWith(':*') !== true,
          'origins must begin with an origin of one port, because links in emails lead there'
        )
      )
    )
  ),
  passwordMaxAgeDays: describe(
    'Days after which a password expires. Without it, passwords do not expire.',
    v.exactOptional(
      v.pipe(
        v.number('passwordMaxAgeDays must be a number'),
        v.integer('passwordMaxAgeDays must be a whole number'),
        v.minValue(1, 'passwordMaxAgeDays must be at least 1'),
        v.maxValue(3650, 'passwordMaxAgeDays must be at most 3650')
      )
    )
  ),
  respondentResults: describe(
    'What leads see of the answers to their organisation’s surveys: "aggregate", totals only, or "cases", single cases too. The default is "aggregate". Programme admins always see cases.',
    v.exactOptional(v.picklist(['aggregate', 'cases'], 'respondentResults must be "aggregate" or "cases"'))
  ),
  siteConfig: describe(
    'Texts and settings of the site. Everything in it has a default.',
    v.optional(SiteConfigSchema, {})
  )
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
