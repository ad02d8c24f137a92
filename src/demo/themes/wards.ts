import type { Theme } from '../plan.ts'
import { wardQuality } from './wards-quality.ts'
import { wardStaffing } from './wards-staffing.ts'

export const wards: Theme = {
  organisationNames: {
    places: [
      'Northfield',
      'Ashdown',
      'Brackenhurst',
      'Calder Vale',
      'Denholme',
      'Eastmoor',
      'Fernleigh',
      'Great Marlow',
      'Harrowgate Park',
      'Inglewood',
      'Kingsmere',
      'Langdale',
      'Marston',
      'Newbridge',
      'Oakhampton',
      'Pendle',
      'Queensferry',
      'Ravensworth',
      'Silverdale',
      'Thornbury',
      'Upton Lea',
      'Wychwood',
      'Yarrow',
      'Aldersyde',
      'Beckford',
      'Coldharbour',
      'Dunmore',
      'Elmswell',
      'Foxhall',
      'Glenarm'
    ],
    endings: ['General', 'University Hospital', 'Infirmary', 'Community Hospital']
  },
  organisationTypes: ['Acute', 'Teaching', 'Specialist', 'Community'],
  regions: ['North', 'East', 'South', 'West', 'Midlands', 'London'],
  sizes: ['Under 20 beds', '20 to 28 beds', 'Over 28 beds'],
  unitKinds: ['medical', 'surgical', 'older people', 'orthopaedic', 'respiratory', 'stroke'],
  unitName: (kind, number) => `Ward ${1 + ((number * 7) % 12)}${'ABCD'[number % 4]}, ${kind}`,
  kindFilter: 'Specialty',
  projects: [wardStaffing, wardQuality]
}
