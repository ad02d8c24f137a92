import { splitNames, type Crowd } from '#demo/crowd-plan.ts'

export const plainCrowd: Crowd = {
  organisationNames: {
    places: splitNames(`
      Alder, Beacon, Cedar, Dover, Ember, Falcon, Garnet, Harbour, Iris, Jasper, Kite, Laurel, Maple, Noble,
      Olive, Pioneer, Quarry, River, Summit, Tide, Union, Valley, Willow, Yew, Zenith, Anchor, Bridge,
      Compass, Delta, Echo`),
    endings: ['Partnership', 'Trust', 'Alliance', 'Association']
  },
  kindFilter: 'Setting',
  unitName: (kind, number) => `Site ${number + 1}, ${kind}`,
  projects: {
    resources: {
      figures: {
        served: { median: 8200, spread: 0.25, bySize: 1 },
        posts: { median: 42, spread: 0.2, bySize: 1 },
        filled: { median: 0.92, spread: 0.06, shareOf: 'posts', isPart: true },
        cost: { median: 2300000, spread: 0.25, bySize: 1, growth: 0.04 },
        pay: { median: 0.66, spread: 0.1, shareOf: 'cost', isPart: true }
      },
      shares: { 'Staff by role': { Direct: 0.7, Support: 0.2, Management: 0.1 } }
    },
    satisfaction: {
      figures: {
        asked: { median: 900, spread: 0.3, bySize: 0.8 },
        answered: { median: 0.36, spread: 0.25, shareOf: 'asked', isPart: true },
        satisfied: { median: 0.84, spread: 0.08, shareOf: 'answered', isPart: true }
      }
    }
  }
}
