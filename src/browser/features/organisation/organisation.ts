// An organisation's registrations and submissions over the periods, its contacts, people and documents.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { invitePerson, type InvitedPerson } from '#browser/stores/invitations.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { listDocuments, type Document } from '#contract/documents.ts'
import { MAX_LIST_ROWS, MAX_PAGE_ROWS, MAX_SUBMISSIONS } from '#contract/limits.ts'
import { listRegistrationContacts, type RegistrationContact } from '#contract/registration-contacts.ts'
import { listRegistrations, type Registration } from '#contract/registrations.ts'
import { listSubmissions, type Submission } from '#contract/submissions.ts'
import { listUsers, updateUser, type User } from '#contract/users.ts'
import { hasAccess, ROLE } from '#domain/people/roles.ts'
import { groupBy } from '#lib/group-by.ts'
import { mapResult, ok, type Result } from '#lib/result.ts'

export interface OrganisationParticipation {
  registrations: Registration[]
  submissions: Submission[]
}

export const $organisationParticipation = loadableStore<OrganisationParticipation>()
export const $contacts = loadableStore<RegistrationContact[]>()
export const $organisationPeople = loadableStore<User[]>()
export const $ownDocuments = loadableStore<Document[]>()

/** Only leads and admins see people; the server enforces it. */
export const maySeePeople = (roleTypeId: number): boolean => hasAccess(roleTypeId, listUsers.access)

/** Loads every part of the page; each may fail alone. */
export async function loadOrganisation(organisationId: number): Promise<void> {
  const user = $session.get().user
  const key = `${user?.sub ?? ''}/${organisationId}`
  const { programmeId: programme_id } = runtimeConfig()
  await Promise.all([
    $organisationParticipation.load(key, () => loadParticipation(organisationId)),
    $contacts.load(key, () => newestContacts(organisationId)),
    user !== null && maySeePeople(user.role_type_id)
      ? loadColleagues(organisationId)
      : $organisationPeople.reset(),
    $ownDocuments.load(key, async () =>
      mapResult(await call(listDocuments, { query: { programme_id } }), ({ documents }) =>
        documents.filter(document => document.organisation_id === organisationId)
      )
    )
  ])
}

/** Whether the user may invite people to this organisation: admins do so on /users. */
export const mayInviteTo = (organisationId: number): boolean => {
  const { user } = $session.get()
  return user?.role_type_id === ROLE.lead && user.details?.organisation_id === organisationId
}

/** Invites someone, and shows them among the organisation's people. */
export const inviteColleague = async (
  person: InvitedPerson & { organisation_id: number }
): Promise<Result<User>> => showChanged(person.organisation_id, await invitePerson(person))

/** Makes a colleague a contributor or a viewer, which ends their sessions. */
export const changeColleagueRole = async (
  { user_id: id, organisation_id }: User,
  role_type_id: number
): Promise<Result<User>> =>
  showChanged(organisation_id ?? 0, await call(updateUser, { params: { id }, body: { role_type_id } }))

function showChanged(organisationId: number, result: Result<User>): Result<User> {
  if (result.ok)
    void $organisationPeople.reload(colleaguesKey(organisationId), () => peopleOf(organisationId))
  return result
}

const loadColleagues = (organisationId: number): Promise<void> =>
  $organisationPeople.load(colleaguesKey(organisationId), () => peopleOf(organisationId))

const colleaguesKey = (organisationId: number): string =>
  `${$session.get().user?.sub ?? ''}/${organisationId}`

async function peopleOf(organisation_id: number): Promise<Result<User[]>> {
  const { programmeId: programme_id } = runtimeConfig()
  const result = await call(listUsers, { query: { programme_id, organisation_id, limit: MAX_PAGE_ROWS } })
  return mapResult(result, reply => reply.users)
}

const listRegistrationsOf = (organisation_id: number) =>
  call(listRegistrations, { query: { organisation_id } })

async function loadParticipation(organisationId: number): Promise<Result<OrganisationParticipation>> {
  const [registered, submitted] = await Promise.all([
    listRegistrationsOf(organisationId),
    call(listSubmissions, { query: { organisation_id: organisationId, limit: MAX_SUBMISSIONS } })
  ])
  if (!registered.ok) return registered
  if (!submitted.ok) return submitted
  return ok({ registrations: registered.value.registrations, submissions: submitted.value.submissions })
}

/** From the newest registration of each project: older ones name people who may have left. */
async function newestContacts(organisationId: number): Promise<Result<RegistrationContact[]>> {
  const result = await listRegistrationsOf(organisationId)
  if (!result.ok) return result
  const newest = [...groupBy(result.value.registrations, ({ project_id }) => project_id).values()].flatMap(
    ([first]) => (first ? [first] : [])
  )
  const lists = await Promise.all(
    newest.map(({ registration_id }) =>
      call(listRegistrationContacts, { query: { registration_id, limit: MAX_LIST_ROWS } })
    )
  )
  const failed = lists.find(list => !list.ok)
  if (failed && !failed.ok) return failed
  const all = lists.flatMap(list => (list.ok ? list.value.registration_contacts : []))
  return ok([
    ...new Map(all.map(contact => [`${contact.contact_role} ${contact.email_address}`, contact])).values()
  ])
}
