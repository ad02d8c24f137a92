// Organisations that stop taking part.

import { PROGRAMME } from './races/race-accounts.ts'
import type { TestServer } from './server.ts'

interface Participant {
  project_id: number
  time_period_id: number
  organisation_id: number
}

/** Does something while an organisation has withdrawn, and while it is retired. */
export async function whileNotTakingPart<T>(
  { database }: TestServer,
  { organisation_id, ...place }: Participant,
  act: () => Promise<T>
): Promise<[withdrawn: T, retired: T]> {
  const withdraw = (registration_status: 'withdrawn' | 'registered') =>
    database
      .updateTable('registrations')
      .set({ registration_status })
      .where(eb => eb.and({ programme_id: PROGRAMME, organisation_id, ...place }))
      .execute()
  const retire = (isRetired: boolean) =>
    database
      .updateTable('organisations')
      .set({ is_active: !isRetired })
      .where(eb => eb.and({ programme_id: PROGRAMME, organisation_id }))
      .execute()
  await withdraw('withdrawn')
  const withdrawn = await act()
  await withdraw('registered')
  await retire(true)
  const retired = await act()
  await retire(false)
  return [withdrawn, retired]
}
