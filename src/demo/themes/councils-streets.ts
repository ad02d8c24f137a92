import type { ProjectPlan } from '../plan.ts'

const quarters = [
  { name: 'Q1', share: 0.24 },
  { name: 'Q2', share: 0.27 },
  { name: 'Q3', share: 0.26 },
  { name: 'Q4', share: 0.23 }
]

export const councilStreets: ProjectPlan = {
  code: 'environment',
  name: 'Environment services',
  summary: 'Cost, quality and productivity of waste collection, street cleaning and parks.',
  scopes: [
    { name: 'In-house services', description: 'Streets and waste services run by the council’s own staff.' },
    {
      name: 'Contracted services',
      description: 'Streets and waste services run by a contractor for the council.'
    }
  ],
  visibility: 'named',
  years: 10,
  questionnaires: [
    {
      name: 'Service return',
      sections: [
        {
          name: 'Service profile',
          guidance: 'The service as it was on 31 March.',
          subSections: [
            {
              name: 'The service',
              questions: [
                {
                  key: 'households',
                  text: 'Households served',
                  type: 'integer',
                  unit: 'households',
                  min: 1,
                  max: 600_000,
                  warnChange: 15,
                  figure: { median: 46_000, spread: 0.2, bySize: 1 }
                },
                {
                  key: 'staff',
                  text: 'Staff',
                  type: 'decimal',
                  unit: 'FTE',
                  decimals: 1,
                  min: 0,
                  max: 2000,
                  warnChange: 30,
                  figure: { median: 0.00145, spread: 0.2, shareOf: 'households' }
                },
                {
                  key: 'provider',
                  text: 'Who provides the service',
                  type: 'single_choice',
                  options: ['The council', 'A council company', 'A contractor']
                },
                { key: 'contract_ends', text: 'Contract ends', type: 'date', isOptional: true },
                { key: 'weekly', text: 'Is there a weekly round?', type: 'yes_no' },
                {
                  key: 'vehicles',
                  text: 'Fuels used by vehicles',
                  type: 'multiple_choice',
                  options: ['Diesel', 'Electric', 'Hydrogen', 'Vegetable oil']
                },
                {
                  key: 'depot',
                  text: 'Name of the main depot',
                  type: 'text',
                  maxLength: 80,
                  isOptional: true
                },
                {
                  key: 'per_member',
                  text: 'Households per member of staff',
                  type: 'calculated',
                  unit: 'households',
                  decimals: 0,
                  expression: '{households} / {staff}'
                }
              ]
            }
          ]
        },
        {
          name: 'Quarterly figures',
          guidance: 'Figures of the four quarters of the financial year.',
          subSections: [
            {
              name: 'Activity by quarter',
              columns: quarters,
              hasRowTotals: true,
              questions: [
                {
                  key: 'tonnes',
                  text: 'Tonnes collected',
                  type: 'decimal',
                  unit: 't',
                  decimals: 0,
                  min: 0,
                  max: 400_000,
                  warnChange: 35,
                  figure: { median: 38_000, spread: 0.18, bySize: 1, growth: -0.01 }
                },
                {
                  key: 'recycled',
                  text: 'Of which recycled',
                  type: 'decimal',
                  unit: 't',
                  decimals: 0,
                  min: 0,
                  max: 400_000,
                  figure: { median: 0.45, spread: 0.18, shareOf: 'tonnes', isPart: true, growth: 0.02 }
                },
                {
                  key: 'requests',
                  text: 'Requests and complaints',
                  type: 'integer',
                  unit: 'requests',
                  min: 0,
                  max: 100_000,
                  figure: { median: 2600, spread: 0.4, bySize: 0.9 }
                },
                {
                  key: 'on_time',
                  text: 'Answered within five days',
                  type: 'integer',
                  unit: 'requests',
                  min: 0,
                  max: 100_000,
                  figure: { median: 0.81, spread: 0.12, shareOf: 'requests', isPart: true }
                }
              ]
            }
          ]
        },
        {
          name: 'Cost',
          guidance: 'Cost of the financial year, without capital.',
          subSections: [
            {
              name: 'Cost',
              questions: [
                {
                  key: 'gross',
                  text: 'Gross cost',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 90_000_000,
                  warnChange: 25,
                  figure: { median: 4_100_000, spread: 0.22, bySize: 1, growth: 0.045 }
                },
                {
                  key: 'income',
                  text: 'Income',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 90_000_000,
                  figure: { median: 0.21, spread: 0.4, shareOf: 'gross', isPart: true }
                },
                {
                  key: 'fuel',
                  text: 'Fuel',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 9_000_000,
                  figure: { median: 340_000, spread: 0.3, bySize: 0.9 }
                },
                {
                  key: 'absence',
                  text: 'Working days lost to sickness per member of staff',
                  type: 'decimal',
                  unit: 'days',
                  decimals: 1,
                  min: 0,
                  max: 120,
                  warnMax: 30,
                  figure: { median: 11.2, spread: 0.3 }
                }
              ]
            }
          ]
        },
        {
          name: 'Remarks',
          guidance: 'Read by the club’s office only.',
          subSections: [
            {
              name: 'In your words',
              questions: [
                { key: 'changed', text: 'What changed this year?', type: 'long_text', maxLength: 2000 }
              ]
            }
          ]
        }
      ]
    }
  ],
  collections: [
    {
      name: 'Performance',
      groups: [
        {
          name: 'Cost',
          charts: [
            {
              name: 'Gross cost per household',
              unit: '£',
              decimals: 2,
              direction: 'lower',
              definition: 'Gross cost of the year for each household served.',
              numerator: ['gross'],
              denominator: ['households']
            },
            {
              name: 'Cost per tonne',
              unit: '£',
              decimals: 2,
              direction: 'lower',
              definition: 'Gross cost for each tonne collected.',
              numerator: ['gross'],
              denominator: ['tonnes@*']
            },
            {
              name: 'Income share of cost',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              definition: 'Income as a share of gross cost.',
              numerator: ['income'],
              denominator: ['gross'],
              multiplier: 100
            },
            {
              name: 'Fuel per household',
              unit: '£',
              decimals: 2,
              direction: 'lower',
              definition: 'Fuel for each household served.',
              numerator: ['fuel'],
              denominator: ['households']
            },
            {
              name: 'Gross cost',
              unit: '£',
              decimals: 0,
              direction: 'neutral',
              definition: 'Gross cost of the year.',
              value: ['gross']
            },
            {
              name: 'Income',
              unit: '£',
              decimals: 0,
              direction: 'neutral',
              definition: 'Income of the year.',
              value: ['income']
            }
          ]
        },
        {
          name: 'Waste and recycling',
          charts: [
            {
              name: 'Recycling rate',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              target: 55,
              definition: 'Recycled as a share of tonnes collected.',
              numerator: ['recycled@*'],
              denominator: ['tonnes@*'],
              multiplier: 100,
              byColumn: true
            },
            {
              name: 'Waste per household',
              unit: 'kg',
              decimals: 0,
              direction: 'lower',
              definition: 'Waste collected for each household.',
              numerator: ['tonnes@*'],
              denominator: ['households'],
              multiplier: 1000
            },
            {
              name: 'Tonnes by quarter',
              unit: 't',
              decimals: 0,
              direction: 'neutral',
              definition: 'Tonnes collected in each quarter.',
              value: ['tonnes@*'],
              byColumn: true
            },
            {
              name: 'Recycled tonnes by quarter',
              unit: 't',
              decimals: 0,
              direction: 'higher',
              definition: 'Tonnes recycled in each quarter.',
              value: ['recycled@*'],
              byColumn: true
            },
            {
              name: 'Tonnes per member of staff',
              unit: 't',
              decimals: 0,
              direction: 'neutral',
              definition: 'Tonnes collected for each member of staff.',
              numerator: ['tonnes@*'],
              denominator: ['staff']
            },
            {
              name: 'Recycled per household',
              unit: 'kg',
              decimals: 0,
              direction: 'higher',
              definition: 'Waste recycled for each household.',
              numerator: ['recycled@*'],
              denominator: ['households'],
              multiplier: 1000
            }
          ]
        },
        {
          name: 'Quality and people',
          charts: [
            {
              name: 'Answered within five days',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              target: 90,
              definition: 'Requests answered within five days as a share of all.',
              numerator: ['on_time@*'],
              denominator: ['requests@*'],
              multiplier: 100,
              byColumn: true
            },
            {
              name: 'Requests per 1,000 households',
              unit: 'requests',
              decimals: 1,
              direction: 'lower',
              statistic: 'rate',
              definition: 'Requests and complaints for each 1,000 households.',
              numerator: ['requests@*'],
              denominator: ['households'],
              multiplier: 1000
            },
            {
              name: 'Households per member of staff',
              unit: 'households',
              decimals: 0,
              direction: 'neutral',
              definition: 'Households served for each member of staff.',
              numerator: ['households'],
              denominator: ['staff']
            },
            {
              name: 'Sickness absence',
              unit: 'days',
              decimals: 1,
              direction: 'lower',
              definition: 'Working days lost to sickness for each member of staff.',
              value: ['absence']
            },
            {
              name: 'Staff',
              unit: 'FTE',
              decimals: 1,
              direction: 'neutral',
              definition: 'Staff on 31 March.',
              value: ['staff']
            },
            {
              name: 'Requests by quarter',
              unit: 'requests',
              decimals: 0,
              direction: 'lower',
              definition: 'Requests and complaints in each quarter.',
              value: ['requests@*'],
              byColumn: true
            }
          ]
        }
      ]
    }
  ]
}
