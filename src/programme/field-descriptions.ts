// What the fields of a programme's file mean, for the editors that complete it.
export const programmeFieldDescriptions: Readonly<Record<string, string>> = {
  $schema: 'The schema by which editors complete and check this file.',
  code: 'Names the file, the logo and the folder of the site. Changed only with npm run rename-programme.',
  programmeId: 'The id of the programme in the database. It never changes and is never used again.',
  programmeName: 'The organisation or network that runs the programme, as in page titles and emails.',
  productName: 'What the site is called, beside its logo.',
  apiBase:
    'The address of the API that the published site calls, such as https://api.example.org. Set it before you publish.',
  primaryColour: 'The colour of the site, such as #0b7285. All shades are derived from it.',
  origins:
    'Where the site is served, such as https://museums.example.org. Only these addresses may call the API; links in emails lead to the first.',
  passwordMaxAgeDays: 'Days after which a password expires. Without it, passwords do not expire.',
  timeZone:
    'The time zone in which days of the programme begin and end, such as Europe/Berlin. The default is Europe/London.',
  siteConfig: 'Texts and settings of the site. Everything in it has a default.',
  intro_title: 'The heading of the start page.',
  intro_html: 'The text of the start page, as HTML.',
  support_email: 'Where members find help, and where replies to emails go.',
  privacy_url:
    'The privacy notice. People confirm at registration that they have read it, and surveys link to it, so set it before you open either.',
  terms_url: 'The terms of use. People accept them at registration, so set it before you open registration.',
  registration_enabled: 'false: nobody can request an account; admins invite everyone.',
  otp_required: 'true: everyone must set up two-factor authentication at the first login.',
  minimum_peer_count:
    'The least number of other organisations in an average, for the demo data. Projects have their own minimum_count.',
  quartile_method: 'How quartiles are interpolated.',
  redirects: 'Old paths of the site, each with the path or address that replaces it.',
  navigation: 'Links in the menu beside the built-in ones.',
  label: 'What it is called on screen.',
  path: 'A path of this site.',
  explorer_types:
    'Views of the results, for the demo data and the first programme record. Projects have their own explorer_types.',
  explorer_type: 'Part of the address of the view, such as results.',
  date_format: 'How dates are written on the site.',
  submission_word: 'What this programme calls a submission, such as ward.',
  one: 'For one, such as ward.',
  many: 'For several, such as wards.',
  feature_flags: 'Features to switch off, such as {"what_if": false}.'
}
