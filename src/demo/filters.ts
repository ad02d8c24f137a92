import { capitalised } from '#lib/capitalised.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { SeededOrganisation } from './organisations.ts'
import type { Seeding } from './seeding.ts'

/** The option's id by `filter name: option name`. */
export type SeededFilters = ReadonlyMap<string, number>

/** Region, type, size and the theme's own kind. */
export async function seedFilters({ tx, programmeId, theme }: Seeding): Promise<SeededFilters> {
  const plans = [
    { name: 'Region', options: theme.regions },
    { name: 'Type', options: theme.organisationTypes },
    { name: 'Size', options: theme.sizes },
    { name: theme.kindFilter, options: theme.unitKinds }
  ]
  const filters = plans.map((plan, index) => ({
    programme_id: programmeId,
    filter_name: plan.name,
    display_order: index + 1
  }))
  const filterIds = await insertRows(tx, 'filters', filters, 'filter_id')
  const options = plans.flatMap((plan, index) =>
    plan.options.map((option, order) => ({
      programme_id: programmeId,
      filter_id: filterIds[index],
      option_name: capitalised(option),
      display_order: order + 1
    }))
  )
  const optionIds = await insertRows(tx, 'filter_options', options, 'filter_option_id')
  const names = plans.flatMap(plan => plan.options.map(option => `${plan.name}: ${option}`))
  return new Map(names.map((name, index) => [name, optionIds[index] ?? 0]))
}

/** What every submission of an organisation is filtered by, also one that is made later. */
export async function seedOrganisationFilters(
  { tx, programmeId }: Seeding,
  organisations: readonly SeededOrganisation[],
  filters: SeededFilters
): Promise<void> {
  const rows = organisations.flatMap(({ organisationId, region, type }) =>
    [`Region: ${region}`, `Type: ${type}`].map(name => ({
      programme_id: programmeId,
      organisation_id: organisationId,
      filter_option_id: filters.get(name)
    }))
  )
  await insertRows(tx, 'organisation_filter_options', rows)
}
