import { capitalised } from '#lib/capitalised.ts'
import type { Theme } from '../plan.ts'
import { librarySpaces } from './libraries-spaces.ts'
import { libraryServices } from './libraries-services.ts'

export const libraries: Theme = {
  organisationNames: {
    places: [
      'Ashford',
      'Bellmouth',
      'Carrick',
      'Dunstan',
      'Eldon',
      'Fairholme',
      'Greystone',
      'Hartwell',
      'Islay',
      'Juniper Hill',
      'Kelso',
      'Lorne',
      'Melrose',
      'Northgate',
      'Orchard Park',
      'Penrose',
      'Quarry Bank',
      'Rosslyn',
      'Selby',
      'Tarn',
      'Ullswater',
      'Vale Royal',
      'Westbourne',
      'Yarmouth',
      'Aldgate',
      'Bridgend',
      'Castleton',
      'Derwent',
      'Esk Valley',
      'Fenwick'
    ],
    endings: ['University', 'Metropolitan University', 'College', 'Institute of Technology']
  },
  organisationTypes: ['Research-intensive', 'Teaching-led', 'Specialist'],
  regions: ['North', 'Midlands', 'South', 'Wales', 'Scotland'],
  sizes: ['Small', 'Medium', 'Large'],
  unitKinds: ['main', 'science', 'health', 'arts', 'law'],
  unitName: (kind, number) =>
    kind === 'main' ? `Main Library ${number > 2 ? '' : number + 1}`.trim() : `${capitalised(kind)} Library`,
  kindFilter: 'Collection',
  projects: [libraryServices, librarySpaces]
}
