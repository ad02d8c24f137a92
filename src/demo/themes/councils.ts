import type { Theme } from '../plan.ts'
import { councilCustomer } from './councils-customer.ts'
import { councilStreets } from './councils-streets.ts'

export const councils: Theme = {
  organisationNames: {
    places: [
      'Amberley',
      'Blackmoor',
      'Chesterwood',
      'Dalesford',
      'Easterby',
      'Fulbeck',
      'Garstang',
      'Hallam',
      'Irwell',
      'Kestrel Valley',
      'Lindsey',
      'Moorside',
      'Nene',
      'Ormsby',
      'Pentland',
      'Rutherford',
      'Stour',
      'Thames Reach',
      'Underwood',
      'Vyne',
      'Wensley',
      'Wold',
      'Avonside',
      'Bourne',
      'Cotswold Edge',
      'Dee',
      'Exmoor',
      'Forest Heath',
      'Gower',
      'Humberside'
    ],
    endings: ['Borough Council', 'District Council', 'City Council', 'County Council']
  },
  organisationTypes: ['District', 'Unitary', 'Metropolitan', 'County'],
  regions: ['North', 'Midlands', 'East', 'South West', 'South East'],
  sizes: ['Under 80,000 people', '80,000 to 130,000 people', 'Over 130,000 people'],
  unitKinds: ['waste', 'streets', 'parks'],
  unitName: (kind, number) =>
    `${{ waste: 'Waste collection', streets: 'Street cleaning', parks: 'Parks and greens' }[kind] ?? kind}${number > 2 && number % 5 === 0 ? ', north area' : ''}`,
  kindFilter: 'Service',
  projects: [councilStreets, councilCustomer]
}
