import { addContentRow, keyFor, nameOfKey } from '#operations/provision/content.ts'
import { addNode, type Desired } from '#operations/provision/desired.ts'
import type { Crowd } from './crowd-plan.ts'
import type { Random } from './random.ts'

/** The number of organisations in the demo, as in its files. */
export const ORGANISATION_COUNT = 120

export interface GeneratedOrganisation {
  code: string
  name: string
  region: string
  type: string
}

/**
 * Replaces the organisations of the file by generated ones; the first is that of the demo accounts. Tests need fewer, and a programme without
 * its own theme needs different ones. For a theme's own programme and ORGANISATION_COUNT they equal those in the file.
 */
export function generateOrganisations(
  desired: Desired,
  { organisationNames: { places, endings } }: Crowd,
  random: Random,
  count: number
): GeneratedOrganisation[] {
  const { content } = desired
  const [regions, types] = [filterOptionNames(desired, 'Region'), filterOptionNames(desired, 'Type')]
  const names = namesFrom(places, endings, count)
  const shuffled = [names[0] ?? '', ...random.shuffled(names.slice(1))]
  content.organisations.clear()
  content.organisation_filter_options.clear()
  return shuffled.map((name, index) => {
    const generated = {
      name,
      code: `${name[0]}${String(101 + index * 7)}`,
      region: random.pick(regions),
      type: random.pick(types)
    }
    addSeededOrganisation(desired, generated, 1 + types.indexOf(generated.type), index + 1)
    return generated
  })
}

function addSeededOrganisation(
  desired: Desired,
  { code, name, region, type }: GeneratedOrganisation,
  tier: number,
  order: number
): void {
  const place = { file: 'organisations.csv', line: order + 1 }
  const node = {
    organisation_code: code,
    organisation_name: name,
    organisation_type: type,
    region,
    tier
  }
  const { key } = addNode(desired, 'organisations', node, '', { place: () => place }, [], order)
  for (const [filter, option] of [
    ['Region', region],
    ['Type', type]
  ] as const)
    addContentRow(desired.content, {
      kind: 'organisation_filter_options',
      parent: key,
      values: {},
      absent: new Set<string>(),
      refs: { filter_option_id: keyFor(keyFor('', 'filters', filter), 'filter_options', option) },
      order: 0,
      place
    })
}

/** The options of a filter in their order. */
export const filterOptionNames = ({ content }: Desired, filter: string): string[] =>
  [...content.filter_options.values()]
    .filter(({ parent }) => parent === keyFor('', 'filters', filter))
    .map(({ key }) => nameOfKey(key))

/** All places with the first ending, then all with the second, and so on; numbered once the names are used up. */
function namesFrom(places: readonly string[], endings: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / places.length)
    const name = `${places[index % places.length]} ${endings[round % endings.length]}`
    return round < endings.length ? name : `${name} ${1 + Math.floor(round / endings.length)}`
  })
}
