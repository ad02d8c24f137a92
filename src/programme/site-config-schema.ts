import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { DECIMAL_MARKS } from '#lib/text/decimal-marks.ts'
import { isEmailAddress } from '#lib/text/email-address.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { DATE_FORMATS } from '#lib/time/date-format.ts'
import { asciiAddress, isHttpUrl, isPath, isPlainPath } from './addresses.ts'
import { address, CODE_PATTERN, isOneLine, line } from './schema-fields.ts'
import { defaultSiteConfig as defaults } from './site-config.ts'

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
  label: describe('What it is called on screen.', line('label', 40)),
  path: describe(
    'A path of this site.',
    v.pipe(v.string('path must be text'), address('path'), v.check(isPath, 'path must start with one /'))
  )
})

export const ExplorerTypeSchema = v.strictObject({
  explorer_type: describe(
    'Part of the address of the view, such as results.',
    v.pipe(
      v.string('explorer_type must be text'),
      v.maxLength(60, 'explorer_type must not be longer than 60 characters'),
      v.regex(CODE_PATTERN, 'explorer_type must be lower-case letters, digits and hyphens')
    )
  ),
  label: describe('What it is called on screen.', line('label', 40))
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

const MAX_HOME_ENTRIES = 8

const homeList = <Entry extends v.GenericSchema>(name: string, entry: Entry) =>
  v.optional(
    v.pipe(
      v.array(entry, `${name} must be a list`),
      v.maxLength(MAX_HOME_ENTRIES, `${name} must not have more than ${MAX_HOME_ENTRIES} entries`)
    )
  )

const VisitorHomeSchema = v.strictObject(
  {
    facts: describe(
      'Figures about the programme, such as {"value": "118", "label": "organisations"}.',
      homeList(
        'facts',
        v.strictObject({
          value: describe('The figure.', line('value', 12)),
          label: describe('What it counts.', line('label', 40))
        })
      )
    ),
    key_dates: describe(
      'Coming dates, in order. Past ones are not shown.',
      homeList(
        'key_dates',
        v.strictObject({
          date: describe(
            'The day, such as 2026-12-12.',
            v.pipe(
              v.string('date must be text'),
              v.check(isCalendarDate, 'date must be a date that exists, such as 2026-12-12')
            )
          ),
          text: describe('What happens on it.', line('text', 120))
        })
      )
    ),
    how_to_join: describe(
      'The steps from an account to results, in order.',
      homeList('how_to_join', line('a step of how_to_join', 160))
    )
  },
  'home must be an object'
)

/** An omitted field has its default in site-config.ts. */
export const SiteConfigSchema = v.strictObject({
  intro_title: describe(
    'The heading of the start page.',
    v.optional(
      v.pipe(
        v.string('intro_title must be text'),
        v.maxLength(120, 'intro_title must not be longer than 120 characters'),
        v.check(isOneLine, 'intro_title must be one line without control characters')
      ),
      defaults.intro_title
    )
  ),
  intro_html: describe(
    'The text of the start page, as HTML.',
    v.optional(
      v.pipe(
        v.string('intro_html must be text'),
        v.maxLength(4000, 'intro_html must not be longer than 4000 characters')
      ),
      defaults.intro_html
    )
  ),
  home: describe(
    'What visitors read on the start page besides its introduction. Without it, the page is the introduction alone.',
    v.optional(VisitorHomeSchema, defaults.home)
  ),
  support_email: describe(
    'Where members find help, and where replies to emails go.',
    v.optional(
      v.pipe(
        v.string('support_email must be text'),
        v.check(
          text => text === '' || isEmailAddress(text),
          'support_email must be an email address or empty'
        )
      ),
      defaults.support_email
    )
  ),
  privacy_url: describe(
    'The privacy notice. People confirm at registration that they have read it, and surveys link to it, so set it before you open either.',
    v.optional(Link('privacy_url'), defaults.privacy_url)
  ),
  terms_url: describe(
    'The terms of use. People accept them at registration, so set it before you open registration.',
    v.optional(Link('terms_url'), defaults.terms_url)
  ),
  registration_enabled: describe(
    'false: nobody can request an account; admins invite everyone.',
    v.optional(v.boolean('registration_enabled must be true or false'), defaults.registration_enabled)
  ),
  otp_required: describe(
    'true: everyone must set up two-factor authentication at the first login.',
    v.optional(v.boolean('otp_required must be true or false'), defaults.otp_required)
  ),
  minimum_peer_count: describe(
    'The least number of other organisations in an average, for the demo data. Projects have their own minimum_count.',
    v.optional(
      v.pipe(
        v.number('minimum_peer_count must be a number'),
        v.integer('minimum_peer_count must be a whole number'),
        v.minValue(1, 'minimum_peer_count must be at least 1'),
        v.maxValue(1000, 'minimum_peer_count must be at most 1000')
      ),
      defaults.minimum_peer_count
    )
  ),
  quartile_method: describe(
    'How quartiles are interpolated.',
    v.optional(v.picklist(['linear'], 'quartile_method must be "linear"'), defaults.quartile_method)
  ),
  redirects: describe(
    'Old paths of the site, each with the path or address that replaces it.',
    v.optional(
      v.record(RedirectSource, RedirectTarget, 'redirects must be an object of path to target'),
      defaults.redirects
    )
  ),
  navigation: describe(
    'Links in the menu, in place of the built-in ones.',
    v.optional(v.array(NavigationEntry, 'navigation must be a list'), defaults.navigation)
  ),
  explorer_types: describe(
    'Views of the results, for the demo data and the first programme record. Projects have their own explorer_types.',
    v.optional(v.array(ExplorerTypeSchema, 'explorer_types must be a list'), defaults.explorer_types)
  ),
  date_format: describe(
    'How dates are written on the site.',
    v.optional(
      v.picklist(
        DATE_FORMATS,
        `date_format must be one of ${DATE_FORMATS.map(format => `"${format}"`).join(', ')}`
      ),
      defaults.date_format
    )
  ),
  decimal_mark: describe(
    'What people of the programme write before decimals. With a comma, a typed 1.500 or 1,500 is always asked about.',
    v.optional(
      v.picklist(
        DECIMAL_MARKS,
        `decimal_mark must be one of ${DECIMAL_MARKS.map(mark => `"${mark}"`).join(', ')}`
      ),
      defaults.decimal_mark
    )
  ),
  submission_word: describe(
    'What this programme calls a submission, such as ward.',
    v.optional(
      v.strictObject(
        {
          one: describe('For one, such as ward.', line('one', 40)),
          many: describe('For several, such as wards.', line('many', 40))
        },
        'submission_word must be an object with one and many, for example "ward" and "wards"'
      ),
      defaults.submission_word
    )
  ),
  feature_flags: describe(
    'Features to switch off, such as {"what_if": false}.',
    v.optional(
      v.record(
        v.string(),
        v.boolean('a feature flag must be true or false'),
        'feature_flags must be an object of name to true or false'
      ),
      defaults.feature_flags
    )
  )
})
