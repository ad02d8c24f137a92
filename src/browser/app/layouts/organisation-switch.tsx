import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { $organisations, $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $projectCode } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { paths } from '#programme/paths.ts'

/** Admins belong to no organisation, so every page's bar shows the one they act for. */
export function OrganisationSwitch() {
  const { user } = useStore($session)
  const organisations = useStore($organisations)
  const organisationId = useStore($selectedOrganisationId)
  const [path, navigate] = useLocation()
  if (!user?.isAdmin || organisations.state !== 'ready') return null
  const choose = (id: number) => {
    $selectedOrganisationId.set(id)
    // An open section belongs to the organisation it was opened for.
    const projectCode = $projectCode.get()
    const hub = projectCode === null ? '' : paths.dataCollection(projectCode)
    if (hub !== '' && path.startsWith(`${hub}/`)) navigate(hub)
  }
  return (
    <Pick
      label="Organisation"
      placeholder="All organisations"
      options={organisations.value.map(({ id, organisation_name }) => ({ id, name: organisation_name }))}
      selected={organisationId === 0 ? null : organisationId}
      onSelect={choose}
      className="max-sm:order-last max-sm:mb-2.5 max-sm:w-full max-sm:max-w-full"
    />
  )
}
