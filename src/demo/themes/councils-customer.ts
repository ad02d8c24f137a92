import type { ProjectPlan } from '../plan.ts'

export const councilCustomer: ProjectPlan = {
  code: 'customer-contact',
  name: 'Customer contact',
  summary: 'How residents reach the council, how long they wait and what a contact costs.',
  scopes: [
    {
      name: 'All contact centres',
      description: 'Every place that answers calls, letters and messages for the council.'
    }
  ],
  visibility: 'anonymous',
  questionnaires: [
    {
      name: 'Contact return',
      sections: [
        {
          name: 'Contacts',
          guidance: 'Counts of the financial year.',
          subSections: [
            {
              name: 'By channel',
              columns: [
                { name: 'Telephone', share: 0.45 },
                { name: 'Online', share: 0.43 },
                { name: 'In person', share: 0.12 }
              ],
              hasRowTotals: true,
              questions: [
                {
                  key: 'contacts',
                  text: 'Contacts',
                  type: 'integer',
                  unit: 'contacts',
                  min: 0,
                  max: 5_000_000,
                  warnChange: 40,
                  figure: { median: 210_000, spread: 0.25, bySize: 1 }
                },
                {
                  key: 'first_time',
                  text: 'Settled at the first contact',
                  type: 'integer',
                  unit: 'contacts',
                  min: 0,
                  max: 5_000_000,
                  figure: { median: 0.74, spread: 0.12, shareOf: 'contacts', isPart: true }
                }
              ]
            }
          ]
        },
        {
          name: 'Waiting and cost',
          guidance: 'Averages of the financial year.',
          subSections: [
            {
              name: 'Waiting and cost',
              questions: [
                {
                  key: 'wait',
                  text: 'Average wait on the telephone',
                  type: 'integer',
                  unit: 's',
                  min: 0,
                  max: 7200,
                  figure: { median: 210, spread: 0.5, growth: -0.03 }
                },
                {
                  key: 'abandoned',
                  text: 'Calls given up',
                  type: 'percentage',
                  unit: '%',
                  decimals: 1,
                  min: 0,
                  max: 100,
                  figure: { median: 9, spread: 0.45 }
                },
                {
                  key: 'cost',
                  text: 'Cost of the contact centre',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 40_000_000,
                  figure: { median: 980_000, spread: 0.3, bySize: 0.9, growth: 0.03 }
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
      name: 'Contact',
      groups: [
        {
          name: 'Reaching the council',
          charts: [
            {
              name: 'Average wait on the telephone',
              unit: 's',
              decimals: 0,
              direction: 'lower',
              target: 120,
              definition: 'Average wait before a call is taken.',
              value: ['wait']
            },
            {
              name: 'Calls given up',
              unit: '%',
              decimals: 1,
              direction: 'lower',
              definition: 'Calls that end before they are taken, as a share of all.',
              value: ['abandoned']
            },
            {
              name: 'Settled at the first contact',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              definition: 'Contacts settled at once as a share of all.',
              numerator: ['first_time@*'],
              denominator: ['contacts@*'],
              multiplier: 100,
              byColumn: true
            },
            {
              name: 'Online share of contacts',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              definition: 'Contacts online as a share of all.',
              numerator: ['contacts@Online'],
              denominator: ['contacts@*'],
              multiplier: 100
            },
            {
              name: 'Cost per contact',
              unit: '£',
              decimals: 2,
              direction: 'lower',
              definition: 'Cost of the contact centre for each contact.',
              numerator: ['cost'],
              denominator: ['contacts@*']
            },
            {
              name: 'Contacts by channel',
              unit: 'contacts',
              decimals: 0,
              direction: 'neutral',
              definition: 'Contacts of the year by channel.',
              value: ['contacts@*'],
              byColumn: true
            }
          ]
        }
      ]
    }
  ]
}
