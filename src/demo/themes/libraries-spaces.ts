import type { ProjectPlan } from '../plan.ts'

export const librarySpaces: ProjectPlan = {
  code: 'spaces',
  name: 'Study spaces',
  summary: 'How many places there are, how full they are and what they cost to keep open.',
  scopes: [
    { name: 'All study spaces', description: 'Every place that students may use to study, booked or not.' }
  ],
  visibility: 'anonymous',
  questionnaires: [
    {
      name: 'Spaces and hours',
      sections: [
        {
          name: 'Spaces',
          guidance: 'Count each place once, whatever it is used for.',
          subSections: [
            {
              name: 'Places',
              questions: [
                {
                  key: 'seats',
                  text: 'Study places',
                  type: 'integer',
                  unit: 'places',
                  min: 0,
                  max: 20_000,
                  warnChange: 25,
                  figure: { median: 1150, spread: 0.2, bySize: 1 }
                },
                {
                  key: 'quiet',
                  text: 'Of which silent',
                  type: 'integer',
                  unit: 'places',
                  min: 0,
                  max: 20_000,
                  figure: { median: 0.38, spread: 0.3, shareOf: 'seats', isPart: true }
                },
                {
                  key: 'area',
                  text: 'Floor area for users',
                  type: 'decimal',
                  unit: 'm²',
                  decimals: 0,
                  min: 0,
                  max: 200_000,
                  figure: { median: 4.1, spread: 0.18, shareOf: 'seats' }
                },
                {
                  key: 'area_per_seat',
                  text: 'Area per place',
                  type: 'calculated',
                  unit: 'm²',
                  decimals: 1,
                  warnMin: 1,
                  warnMax: 20,
                  expression: '{area} / {seats}'
                }
              ]
            }
          ]
        },
        {
          name: 'Opening',
          guidance: 'A usual week in term.',
          subSections: [
            {
              name: 'Hours and occupancy',
              questions: [
                {
                  key: 'hours',
                  text: 'Opening hours a week',
                  type: 'decimal',
                  unit: 'h',
                  decimals: 1,
                  min: 0,
                  max: 168,
                  warnMin: 30,
                  figure: { median: 96, spread: 0.25 }
                },
                {
                  key: 'staffed',
                  text: 'Of which staffed',
                  type: 'decimal',
                  unit: 'h',
                  decimals: 1,
                  min: 0,
                  max: 168,
                  figure: { median: 0.62, spread: 0.2, shareOf: 'hours', isPart: true }
                },
                {
                  key: 'occupied',
                  text: 'Places occupied at the busiest hour',
                  type: 'integer',
                  unit: 'places',
                  min: 0,
                  max: 20_000,
                  figure: { median: 0.71, spread: 0.18, shareOf: 'seats', isPart: true }
                }
              ]
            }
          ]
        }
      ]
    }
  ],
  collections: [
    {
      name: 'Spaces',
      groups: [
        {
          name: 'Places and hours',
          charts: [
            {
              name: 'Study places',
              unit: 'places',
              decimals: 0,
              direction: 'neutral',
              definition: 'All study places.',
              value: ['seats']
            },
            {
              name: 'Silent share of places',
              unit: '%',
              decimals: 1,
              direction: 'neutral',
              statistic: 'proportion',
              definition: 'Silent places as a share of all places.',
              numerator: ['quiet'],
              denominator: ['seats'],
              multiplier: 100
            },
            {
              name: 'Area per place',
              unit: 'm²',
              decimals: 1,
              direction: 'higher',
              definition: 'Floor area for users for each study place.',
              numerator: ['area'],
              denominator: ['seats']
            },
            {
              name: 'Opening hours a week',
              unit: 'h',
              decimals: 1,
              direction: 'higher',
              definition: 'Opening hours of a usual week in term.',
              value: ['hours']
            },
            {
              name: 'Staffed share of hours',
              unit: '%',
              decimals: 1,
              direction: 'neutral',
              definition: 'Staffed hours as a share of opening hours.',
              numerator: ['staffed'],
              denominator: ['hours'],
              multiplier: 100
            },
            {
              name: 'Occupancy at the busiest hour',
              unit: '%',
              decimals: 1,
              direction: 'neutral',
              statistic: 'proportion',
              target: 80,
              definition: 'Places occupied at the busiest hour as a share of all places.',
              numerator: ['occupied'],
              denominator: ['seats'],
              multiplier: 100
            }
          ]
        }
      ]
    }
  ]
}
