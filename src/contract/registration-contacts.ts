import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { EmailAddress, Id, Name, QueryId, Text, queryLimit } from './fields.ts'
import { MAX_LIST_ROWS } from './limits.ts'

export const RegistrationContact = v.object({
  registration_contact_id: Id,
  registration_id: Id,
  user_id: v.nullable(Id),
  contact_name: v.string(),
  email_address: v.string(),
  telephone: describe('A telephone number.', v.string()),
  contact_role: v.string(),
  is_primary: describe('Whether this is the first contact of the registration.', v.boolean()),
  is_account_closed: describe('Whether the account of the contact was closed.', v.boolean())
})
export type RegistrationContact = v.InferOutput<typeof RegistrationContact>

export const listRegistrationContacts = endpoint({
  method: 'GET',
  path: 'registrationContact',
  access: 'viewer',
  summary: 'Contacts of a registration.',
  query: v.object({ registration_id: QueryId, limit: queryLimit(MAX_LIST_ROWS) }),
  reply: v.object({
    registration_contacts: describe('Contacts of a registration.', v.array(RegistrationContact))
  })
})

export const createRegistrationContact = endpoint({
  method: 'POST',
  path: 'registrationContact',
  access: 'lead',
  summary:
    'Adds or replaces a contact of a registration. The first in a role is its primary contact; a new primary contact replaces it.',
  body: v.object({
    registration_id: Id,
    user_id: v.optional(v.nullable(Id)),
    contact_name: Name(),
    email_address: EmailAddress,
    telephone: v.optional(Text(60), ''),
    contact_role: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
    is_primary: v.optional(v.boolean(), false),
    replaces_contact_id: describe('The contact that this one takes over from.', v.optional(v.nullable(Id)))
  }),
  reply: RegistrationContact
})

export const deleteRegistrationContact = endpoint({
  method: 'DELETE',
  path: 'registrationContact',
  access: 'lead',
  summary: 'Removes a contact.',
  body: v.object({ registration_contact_id: Id }),
  reply: v.object({ registration_contact_id: Id })
})
