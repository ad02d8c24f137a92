import { splitNames, type Crowd } from '#demo/crowd-plan.ts'

export const councils: Crowd = {
  organisationNames: {
    places: splitNames(`
      Amberley, Blackmoor, Chesterwood, Dalesford, Easterby, Fulbeck, Garstang, Hallam, Irwell,
      Kestrel Valley, Lindsey, Moorside, Nene, Ormsby, Pentland, Rutherford, Stour, Thames Reach, Underwood,
      Vyne, Wensley, Wold, Avonside, Bourne, Cotswold Edge, Dee, Exmoor, Forest Heath, Gower, Humberside`),
    endings: ['Borough Council', 'District Council', 'City Council', 'County Council']
  },
  kindFilter: 'Service',
  unitName: (kind, number) =>
    `${{ waste: 'Waste collection', streets: 'Street cleaning', parks: 'Parks and greens' }[kind] ?? kind}${number > 2 && number % 5 === 0 ? ', north area' : ''}`,
  projects: {
    environment: {
      figures: {
        households: { median: 46000, spread: 0.2, bySize: 1 },
        staff: { median: 0.00145, spread: 0.2, shareOf: 'households' },
        tonnes: { median: 38000, spread: 0.18, bySize: 1, growth: -0.01 },
        recycled: { median: 0.45, spread: 0.18, shareOf: 'tonnes', isPart: true, growth: 0.02 },
        requests: { median: 2600, spread: 0.4, bySize: 0.9 },
        on_time: { median: 0.81, spread: 0.12, shareOf: 'requests', isPart: true },
        gross: { median: 4100000, spread: 0.22, bySize: 1, growth: 0.045 },
        income: { median: 0.21, spread: 0.4, shareOf: 'gross', isPart: true },
        fuel: { median: 340000, spread: 0.3, bySize: 0.9 },
        absence: { median: 11.2, spread: 0.3 }
      },
      shares: { 'Activity by quarter': { Q1: 0.24, Q2: 0.27, Q3: 0.26, Q4: 0.23 } }
    },
    'customer-contact': {
      figures: {
        contacts: { median: 210000, spread: 0.25, bySize: 1 },
        first_time: { median: 0.74, spread: 0.12, shareOf: 'contacts', isPart: true },
        wait: { median: 210, spread: 0.5, growth: -0.03 },
        abandoned: { median: 9, spread: 0.45 },
        cost: { median: 980000, spread: 0.3, bySize: 0.9, growth: 0.03 }
      },
      shares: { 'By channel': { Telephone: 0.45, Online: 0.43, 'In person': 0.12 } }
    },
    workforce: {
      importedFrom: 'Council returns archive',
      unitCount: 25,
      figures: {
        posts: { median: 62, spread: 0.25, bySize: 1 },
        filled: { median: 0.92, spread: 0.05, shareOf: 'posts', isPart: true },
        leavers: { median: 0.11, spread: 0.35, shareOf: 'filled', isPart: true },
        sick_days: { median: 9.4, spread: 0.25, shareOf: 'filled', growth: 0.02 },
        training_days: { median: 2.1, spread: 0.4, shareOf: 'filled' },
        pay: { median: 33500, spread: 0.08, shareOf: 'filled', growth: 0.035 },
        agency: { median: 0.06, spread: 0.5, shareOf: 'pay', isPart: true, growth: -0.02 }
      }
    }
  }
}
