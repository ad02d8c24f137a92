import { isAdminRole } from '#domain/people/roles.ts'
import { $session } from './session.ts'

/** 'Amara Okafor, Northfield General': files and prints may contain figures that only this person may see (product 24). */
export function exportRecipient(): string {
  const details = $session.get().user?.details
  if (!details) return ''
  const name = `${details.first_name} ${details.last_name}`
  if (isAdminRole(details.role_type_id)) return `${name}, ${details.role_type_name}: members may see less`
  return details.organisation_name ? `${name}, ${details.organisation_name}` : name
}
