// Formats of the codes and names that appear in addresses and files.

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { hasInvisible } from '#lib/text/text-characters.ts'
import { Name } from './fields.ts'

/** Names of a project's own pages in addresses, which no explorer can have: /projects/<project>/about. */
export const PROJECT_PAGES: ReadonlySet<string> = new Set([
  'about',
  'dashboard',
  'registration',
  'data-collection'
])
/** Names of an explorer's own pages, which no group can have: /projects/<project>/<type>/search. */
export const EXPLORER_PAGES: ReadonlySet<string> = new Set(['search'])

/** No dot, because hosts treat a path with a dot as a file, and no character that a host or browser would escape. */
export const ADDRESS_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export const ProjectCode = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(ADDRESS_NAME, 'must be lower-case letters, digits and single hyphens, and begin with a letter')
)

export const ExplorerTypeCode = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(ADDRESS_NAME, 'must be lower-case letters, digits and single hyphens, and begin with a letter'),
  v.check(name => !PROJECT_PAGES.has(name), 'must not be the address of another page of a project')
)

export const NewExplorerType = v.strictObject({
  explorer_type: describe('Part of the address of the view, such as results.', ExplorerTypeCode),
  label: describe('What it is called on screen.', Name(40))
})

export const GroupSlug = v.pipe(
  v.string(),
  v.maxLength(80),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be like staff-costs'),
  v.check(name => !EXPLORER_PAGES.has(name), 'must not be the address of another page of an explorer')
)

/** The permanent identity of an organisation, so invisible characters are refused. */
export const OrganisationCode = v.pipe(
  Name(40),
  v.check(code => !hasInvisible(code), 'must not have invisible characters')
)

/** Sent as a header. */
export const MimeType = v.pipe(
  Name(),
  v.regex(/^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=("[^"\\]*"|[\w.+-]+))*$/, 'must be like application/pdf')
)
