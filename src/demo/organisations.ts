import { insertRows } from '#server/database/bulk.ts'
import type { Seeding } from './seeding.ts'

export interface SeededOrganisation {
  organisationId: number
  name: string
  region: string
  type: string
}

/** Organisations with plausible names; the first one is that of the demo accounts. */
export async function seedOrganisations({
  tx,
  programmeId,
  theme,
  random,
  organisationCount
}: Seeding): Promise<SeededOrganisation[]> {
  const names = organisationNames(
    theme.organisationNames.places,
    theme.organisationNames.endings,
    organisationCount
  )
  const shuffled = [names[0] ?? '', ...random.shuffled(names.slice(1))]
  const organisations = shuffled.map(name => ({
    name,
    region: random.pick(theme.regions),
    type: random.pick(theme.organisationTypes)
  }))
  const rows = organisations.map(({ name, region, type }, index) => ({
    programme_id: programmeId,
    organisation_name: name,
    organisation_code: `${name[0]}${String(101 + index * 7)}`,
    organisation_type: type,
    region,
    tier: 1 + theme.organisationTypes.indexOf(type),
    is_active: true
  }))
  const ids = await insertRows(tx, 'organisations', rows, 'organisation_id')
  return organisations.map((organisation, index) => ({ ...organisation, organisationId: ids[index] ?? 0 }))
}

/** Every place with the first ending, then every place with the second, and so on; numbered when the names are used up. */
function organisationNames(places: readonly string[], endings: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / places.length)
    const name = `${places[index % places.length]} ${endings[round % endings.length]}`
    return round < endings.length ? name : `${name} ${1 + Math.floor(round / endings.length)}`
  })
}
