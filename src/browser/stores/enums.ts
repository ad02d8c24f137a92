// Lists of the API for selects in forms. Until a reply arrives, and if it fails, a list has this build's own values.

import { map } from 'nanostores'
import { call } from '#browser/api/call.ts'
import { getEnum } from '#contract/enums.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { CONTACT_ROLES } from '#domain/projects/registration.ts'

interface EnumChoice {
  id: number
  name: string
}

interface EnumChoices {
  role_types: readonly EnumChoice[]
  contact_roles: readonly EnumChoice[]
}

export const $enums = map<EnumChoices>({ role_types: ROLE_TYPES, contact_roles: CONTACT_ROLES })

export async function loadEnum(name: keyof EnumChoices): Promise<void> {
  const result = await call(getEnum, { params: { name } })
  if (result.ok && result.value.enums.length > 0) $enums.setKey(name, result.value.enums)
}
