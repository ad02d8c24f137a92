import { splitNames, type Crowd } from '#demo/crowd-plan.ts'

export const wards: Crowd = {
  organisationNames: {
    places: splitNames(`
      Northfield, Ashdown, Brackenhurst, Calder Vale, Denholme, Eastmoor, Fernleigh, Great Marlow,
      Harrowgate Park, Inglewood, Kingsmere, Langdale, Marston, Newbridge, Oakhampton, Pendle, Queensferry,
      Ravensworth, Silverdale, Thornbury, Upton Lea, Wychwood, Yarrow, Aldersyde, Beckford, Coldharbour,
      Dunmore, Elmswell, Foxhall, Glenarm`),
    endings: ['General', 'University Hospital', 'Infirmary', 'Community Hospital']
  },
  kindFilter: 'Specialty',
  unitName: (kind, number) => `Ward ${1 + ((number * 7) % 12)}${'ABCD'[number % 4]}, ${kind}`,
  projects: {
    'ward-staffing': {
      figures: {
        single_rooms: { median: 34, spread: 0.5 },
        budget: { median: 1420000, spread: 0.18, bySize: 1, growth: 0.04 },
        beds: { median: 24, spread: 0.04, bySize: 1 },
        patient_days: { median: 27.6, spread: 0.05, shareOf: 'beds' },
        registered: { median: 0.96, spread: 0.16, shareOf: 'beds', growth: 0.015 },
        support: { median: 0.58, spread: 0.2, shareOf: 'beds' },
        students: { median: 5, spread: 0.45 },
        supervisory: { median: 54, spread: 0.3 },
        budgeted: { median: 28, spread: 0.14, bySize: 1 },
        actual: { median: 0.9, spread: 0.05, shareOf: 'budgeted' },
        vacant: { median: 1, spread: 0, difference: ['budgeted', 'actual'] },
        day_planned: { median: 121, spread: 0.05, shareOf: 'budgeted' },
        day_actual: { median: 0.94, spread: 0.05, shareOf: 'day_planned' },
        night_planned: { median: 84, spread: 0.06, shareOf: 'budgeted' },
        night_actual: { median: 0.97, spread: 0.05, shareOf: 'night_planned' },
        starters: { median: 4, spread: 0.5, bySize: 0.5 },
        contracted_days: { median: 6900, spread: 0.1, bySize: 1 },
        sick_days: { median: 0.052, spread: 0.28, shareOf: 'contracted_days' },
        leavers: { median: 4.4, spread: 0.4, bySize: 0.7 },
        joiners: { median: 4.7, spread: 0.4, bySize: 0.7 },
        bank_hours: { median: 420, spread: 0.45, bySize: 0.8 },
        agency_hours: { median: 150, spread: 0.75, bySize: 0.7, growth: -0.09 },
        agency_cost: { median: 31, spread: 0.14, shareOf: 'agency_hours', growth: 0.03 }
      },
      shares: {
        'Staff by band': { 'Band 5': 0.46, 'Band 6': 0.17, 'Band 7': 0.05, Support: 0.32 },
        'Twelve months': { Registered: 0.66, Support: 0.34 },
        'Temporary staff': { Registered: 0.66, Support: 0.34 }
      }
    },
    'ward-quality': {
      figures: {
        bed_days: { median: 7900, spread: 0.1, bySize: 1 },
        falls: { median: 46, spread: 0.38, bySize: 1, growth: -0.03 },
        harmful_falls: { median: 0.22, spread: 0.4, shareOf: 'falls', isPart: true },
        ulcers: { median: 9, spread: 0.55, bySize: 0.9 },
        asked: { median: 120, spread: 0.3, bySize: 0.8 },
        answered: { median: 0.41, spread: 0.25, shareOf: 'asked', isPart: true },
        good: { median: 0.86, spread: 0.07, shareOf: 'answered', isPart: true },
        complaints: { median: 7, spread: 0.5, bySize: 0.6 }
      }
    }
  }
}
