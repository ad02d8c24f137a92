import type { CollectionPlan } from '../plan.ts'

export const wardStaffingCharts: readonly CollectionPlan[] = [
  {
    name: 'Staffing',
    groups: [
      {
        name: 'Establishment',
        charts: [
          {
            name: 'Registered nurses per bed',
            unit: 'WTE',
            decimals: 2,
            direction: 'higher',
            definition: 'Registered nurses in post for each staffed bed on 30 September.',
            numerator: ['registered'],
            denominator: ['beds']
          },
          {
            name: 'Support staff per bed',
            unit: 'WTE',
            decimals: 2,
            direction: 'neutral',
            definition: 'Support staff in post for each staffed bed on 30 September.',
            numerator: ['support'],
            denominator: ['beds']
          },
          {
            name: 'Vacancy rate',
            unit: '%',
            decimals: 1,
            direction: 'lower',
            target: 8,
            definition: 'Vacant as a share of budgeted WTE.',
            numeratorText: 'Budgeted WTE less WTE in post, 30 September',
            denominatorText: 'Budgeted WTE',
            numerator: ['vacant@*'],
            denominator: ['budgeted@*'],
            multiplier: 100,
            byColumn: true
          },
          {
            name: 'Fill rate, day shift',
            unit: '%',
            decimals: 1,
            direction: 'higher',
            target: 95,
            definition: 'Actual as a share of planned hours on day shifts in September.',
            numerator: ['day_actual@*'],
            denominator: ['day_planned@*'],
            multiplier: 100,
            byColumn: true
          },
          {
            name: 'Fill rate, night shift',
            unit: '%',
            decimals: 1,
            direction: 'higher',
            target: 97,
            definition: 'Actual as a share of planned hours on night shifts in September.',
            numerator: ['night_actual@*'],
            denominator: ['night_planned@*'],
            multiplier: 100,
            byColumn: true
          },
          {
            name: 'Hours per patient day',
            unit: 'h',
            decimals: 1,
            direction: 'higher',
            definition: 'Nursing hours worked for each occupied bed day in September.',
            numerator: ['day_actual@*', 'night_actual@*'],
            denominator: ['patient_days']
          },
          {
            name: 'Supervisory time, ward manager',
            unit: '%',
            decimals: 0,
            direction: 'higher',
            definition: 'Share of the ward manager’s hours that is not counted in the numbers.',
            value: ['supervisory']
          },
          {
            name: 'Students per registered nurse',
            unit: 'ratio',
            decimals: 2,
            direction: 'neutral',
            definition: 'Students on placement for each registered nurse in post.',
            numerator: ['students'],
            denominator: ['registered']
          }
        ]
      },
      {
        name: 'Skill mix',
        charts: [
          {
            name: 'WTE in post by band',
            unit: 'WTE',
            decimals: 1,
            direction: 'neutral',
            definition: 'Whole-time equivalents in post on 30 September, by band.',
            value: ['actual@*'],
            byColumn: true
          },
          {
            name: 'Registered share of staff in post',
            unit: '%',
            decimals: 1,
            direction: 'higher',
            definition: 'Bands 5 to 7 as a share of all staff in post.',
            numerator: ['actual@Band 5', 'actual@Band 6', 'actual@Band 7'],
            denominator: ['actual@*'],
            multiplier: 100
          },
          {
            name: 'Senior share of registered staff',
            unit: '%',
            decimals: 1,
            direction: 'neutral',
            definition: 'Bands 6 and 7 as a share of registered staff in post.',
            numerator: ['actual@Band 6', 'actual@Band 7'],
            denominator: ['actual@Band 5', 'actual@Band 6', 'actual@Band 7'],
            multiplier: 100
          },
          {
            name: 'Planned day hours per bed',
            unit: 'h',
            decimals: 0,
            direction: 'neutral',
            definition: 'Planned hours on day shifts in September for each staffed bed.',
            numerator: ['day_planned@*'],
            denominator: ['beds']
          },
          {
            name: 'Newly registered staff',
            unit: 'people',
            decimals: 0,
            direction: 'neutral',
            definition: 'Registered staff with less than one year since registration.',
            value: ['starters@*']
          },
          {
            name: 'Budgeted WTE per bed',
            unit: 'WTE',
            decimals: 2,
            direction: 'neutral',
            definition: 'Budgeted whole-time equivalents for each staffed bed.',
            numerator: ['budgeted@*'],
            denominator: ['beds']
          }
        ]
      },
      {
        name: 'Absence',
        charts: [
          {
            name: 'Sickness absence',
            unit: '%',
            decimals: 1,
            direction: 'lower',
            statistic: 'proportion',
            target: 4.5,
            definition: 'Days lost to sickness as a share of contracted days.',
            numerator: ['sick_days@*'],
            denominator: ['contracted_days@*'],
            multiplier: 100,
            byColumn: true
          },
          {
            name: 'Turnover',
            unit: '%',
            decimals: 1,
            direction: 'lower',
            definition: 'Leavers of twelve months as a share of budgeted WTE.',
            numerator: ['leavers@*'],
            denominator: ['budgeted@*'],
            multiplier: 100
          },
          {
            name: 'Joiners for each leaver',
            unit: 'ratio',
            decimals: 2,
            direction: 'higher',
            target: 1,
            definition: 'Joiners divided by leavers, both in WTE.',
            numerator: ['joiners@*'],
            denominator: ['leavers@*']
          },
          {
            name: 'Sickness, registered staff',
            unit: '%',
            decimals: 1,
            direction: 'lower',
            statistic: 'proportion',
            definition: 'Days of registered staff lost to sickness as a share of their contracted days.',
            numerator: ['sick_days@Registered'],
            denominator: ['contracted_days@Registered'],
            multiplier: 100
          },
          {
            name: 'Sickness, support staff',
            unit: '%',
            decimals: 1,
            direction: 'lower',
            statistic: 'proportion',
            definition: 'Days of support staff lost to sickness as a share of their contracted days.',
            numerator: ['sick_days@Support'],
            denominator: ['contracted_days@Support'],
            multiplier: 100
          },
          {
            name: 'Leavers',
            unit: 'WTE',
            decimals: 1,
            direction: 'lower',
            definition: 'Leavers of the twelve months.',
            value: ['leavers@*'],
            byColumn: true
          }
        ]
      },
      {
        name: 'Bank and agency',
        charts: [
          {
            name: 'Agency hours per 1,000 bed days',
            unit: 'h',
            decimals: 0,
            direction: 'lower',
            definition: 'Agency hours of September for each 1,000 occupied bed days.',
            numerator: ['agency_hours@*'],
            denominator: ['patient_days'],
            multiplier: 1000
          },
          {
            name: 'Bank hours per 1,000 bed days',
            unit: 'h',
            decimals: 0,
            direction: 'neutral',
            definition: 'Bank hours of September for each 1,000 occupied bed days.',
            numerator: ['bank_hours@*'],
            denominator: ['patient_days'],
            multiplier: 1000
          },
          {
            name: 'Agency cost per hour',
            unit: '£',
            decimals: 2,
            direction: 'lower',
            definition: 'Agency cost divided by agency hours.',
            numerator: ['agency_cost@*'],
            denominator: ['agency_hours@*'],
            byColumn: true
          },
          {
            name: 'Temporary hours by source',
            unit: 'h',
            decimals: 0,
            direction: 'neutral',
            definition: 'Bank hours bought in September.',
            value: ['bank_hours@*'],
            byColumn: true
          },
          {
            name: 'Agency cost per bed',
            unit: '£',
            decimals: 0,
            direction: 'lower',
            definition: 'Agency cost of September for each staffed bed.',
            numerator: ['agency_cost@*'],
            denominator: ['beds']
          },
          {
            name: 'Pay budget per bed',
            unit: '£',
            decimals: 0,
            direction: 'neutral',
            definition: 'Pay budget of the year for each staffed bed.',
            numerator: ['budget'],
            denominator: ['beds']
          }
        ]
      }
    ]
  }
]
