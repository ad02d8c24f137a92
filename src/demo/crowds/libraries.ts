import { splitNames, type Crowd } from '#demo/crowd-plan.ts'
import { capitalise } from '#lib/text/capitalised.ts'

export const libraries: Crowd = {
  organisationNames: {
    places: splitNames(`
      Ashford, Bellmouth, Carrick, Dunstan, Eldon, Fairholme, Greystone, Hartwell, Islay, Juniper Hill, Kelso,
      Lorne, Melrose, Northgate, Orchard Park, Penrose, Quarry Bank, Rosslyn, Selby, Tarn, Ullswater,
      Vale Royal, Westbourne, Yarmouth, Aldgate, Bridgend, Castleton, Derwent, Esk Valley, Fenwick`),
    endings: ['University', 'Metropolitan University', 'College', 'Institute of Technology']
  },
  kindFilter: 'Collection',
  unitName: (kind, number) =>
    kind === 'main' ? `Main Library ${number > 2 ? '' : number + 1}`.trim() : `${capitalise(kind)} Library`,
  projects: {
    services: {
      figures: {
        students: { median: 11200, spread: 0.25, bySize: 1 },
        staff: { median: 0.0046, spread: 0.22, shareOf: 'students' },
        visits: { median: 610000, spread: 0.3, bySize: 1, growth: 0.03 },
        loans: { median: 74000, spread: 0.35, bySize: 1, growth: -0.06 },
        enquiries: { median: 9400, spread: 0.4, bySize: 0.8 },
        trained: { median: 3600, spread: 0.45, bySize: 0.9, growth: 0.04 },
        content: { median: 2150000, spread: 0.35, bySize: 1.1, growth: 0.05 },
        digital: { median: 0.87, spread: 0.06, shareOf: 'content', isPart: true, growth: 0.01 },
        pay: { median: 1980000, spread: 0.3, bySize: 1, growth: 0.04 },
        other: { median: 310000, spread: 0.5, bySize: 0.9 },
        satisfied: { median: 86, spread: 0.05 },
        findable: { median: 81, spread: 0.07 }
      },
      shares: { 'Use by group': { Undergraduates: 0.62, Postgraduates: 0.23, Staff: 0.1, Public: 0.05 } }
    },
    spaces: {
      figures: {
        seats: { median: 1150, spread: 0.2, bySize: 1 },
        quiet: { median: 0.38, spread: 0.3, shareOf: 'seats', isPart: true },
        area: { median: 4.1, spread: 0.18, shareOf: 'seats' },
        hours: { median: 96, spread: 0.25 },
        staffed: { median: 0.62, spread: 0.2, shareOf: 'hours', isPart: true },
        occupied: { median: 0.71, spread: 0.18, shareOf: 'seats', isPart: true }
      }
    }
  }
}
