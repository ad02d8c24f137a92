import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $organisations, loadOrganisations } from '#browser/stores/organisations.ts'
import { $session } from '#browser/stores/session.ts'
import { $organisationInView } from '#browser/stores/viewpoint.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { Organisation } from '#contract/organisations.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { ContactsCard, DocumentsCard } from './organisation-cards.tsx'
import { OrganisationSearch } from './organisation-search.tsx'
import { loadOrganisation, maySeePeople } from './organisation.ts'
import { ParticipationCard } from './participation-card.tsx'
import { PeopleCard } from './people-card.tsx'

/** Product 17: the own organisation, or the one an admin has chosen; logged out only the list of names. */
export default function OrganisationScreen() {
  const { isAuthenticated, user } = useStore($session)
  const organisations = useStore($organisations)
  const inView = useStore($organisationInView)
  return (
    <div className="page">
      {organisations.state === 'loading' || (isAuthenticated && user?.details === null) ? (
        <SkeletonLines lines={6} label="Loading the organisation" />
      ) : organisations.state === 'failed' ? (
        <FailureNotice what="The organisations" failure={organisations} onRetry={loadOrganisations} />
      ) : inView !== null && user ? (
        <OrganisationPage
          roleTypeId={user.role_type_id}
          id={inView.id}
          name={inView.name}
          organisation={organisations.value.find(({ id }) => id === inView.id)}
        />
      ) : isAuthenticated && user && !isAdminRole(user.role_type_id) ? (
        <EmptyNotice
          title="You do not belong to an organisation yet"
          text="A programme admin can add you to one."
        />
      ) : (
        <OrganisationSearch organisations={organisations.value} isSignedOut={!isAuthenticated} />
      )}
    </div>
  )
}

interface OrganisationProps {
  id: number
  name: string
  roleTypeId: number
  /** The list's entry; an inactive organisation is not in the list. */
  organisation: Organisation | undefined
}

function OrganisationPage({ id, name, roleTypeId, organisation }: OrganisationProps) {
  const load = () => void loadOrganisation(id)
  useEffect(load, [id])
  const facts = organisation
    ? [organisation.organisation_type, organisation.region, `code ${organisation.organisation_code}`]
    : []
  return (
    <>
      <header className="mb-5">
        <h1>{name}</h1>
        <p className="mt-0.5 text-ink-3">{facts.filter(Boolean).join(', ')}</p>
      </header>
      <div className="beside">
        <ParticipationCard onRetry={load} />
        <div className="grid gap-5">
          <ContactsCard onRetry={load} />
          {maySeePeople(roleTypeId) && <PeopleCard organisationId={id} onRetry={load} />}
          <DocumentsCard onRetry={load} />
        </div>
      </div>
    </>
  )
}
