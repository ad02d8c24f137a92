import type { ProjectPlan } from '../plan.ts'

export const wardQuality: ProjectPlan = {
  code: 'ward-quality',
  name: 'Harm and experience',
  summary: 'Falls, pressure ulcers and what patients say, counted the same way everywhere.',
  scopes: [{ name: 'Adult inpatient wards', description: 'Wards that admit adults overnight.' }],
  visibility: 'anonymous',
  questionnaires: [
    {
      name: 'Quality of care',
      sections: [
        {
          name: 'Harm',
          guidance: 'Events of the twelve months to 30 September.',
          subSections: [
            {
              name: 'Events',
              questions: [
                {
                  key: 'bed_days',
                  text: 'Occupied bed days',
                  type: 'integer',
                  unit: 'days',
                  min: 0,
                  max: 60_000,
                  warnChange: 30,
                  figure: { median: 7900, spread: 0.1, bySize: 1 }
                },
                {
                  key: 'falls',
                  text: 'Falls',
                  type: 'integer',
                  unit: 'falls',
                  min: 0,
                  max: 400,
                  warnChange: 80,
                  figure: { median: 46, spread: 0.38, bySize: 1, growth: -0.03 }
                },
                {
                  key: 'harmful_falls',
                  text: 'Falls with harm',
                  type: 'integer',
                  unit: 'falls',
                  min: 0,
                  max: 100,
                  figure: { median: 0.22, spread: 0.4, shareOf: 'falls', isPart: true }
                },
                {
                  key: 'ulcers',
                  text: 'Pressure ulcers of category 2 and above',
                  type: 'integer',
                  unit: 'ulcers',
                  min: 0,
                  max: 200,
                  figure: { median: 9, spread: 0.55, bySize: 0.9 }
                },
                {
                  key: 'harm_share',
                  text: 'Share of falls with harm',
                  type: 'calculated',
                  unit: '%',
                  decimals: 1,
                  // No more falls can do harm than there are.
                  min: 0,
                  max: 100,
                  expression: '100 * {harmful_falls} / {falls}'
                }
              ]
            }
          ]
        },
        {
          name: 'Experience',
          guidance: 'From the September survey of patients.',
          subSections: [
            {
              name: 'Survey',
              questions: [
                {
                  key: 'asked',
                  text: 'Patients asked',
                  type: 'integer',
                  unit: 'patients',
                  min: 0,
                  max: 2000,
                  figure: { median: 120, spread: 0.3, bySize: 0.8 }
                },
                {
                  key: 'answered',
                  text: 'Answers received',
                  type: 'integer',
                  unit: 'answers',
                  min: 0,
                  max: 2000,
                  figure: { median: 0.41, spread: 0.25, shareOf: 'asked', isPart: true }
                },
                {
                  key: 'good',
                  text: 'Said “good” or “very good”',
                  type: 'integer',
                  unit: 'answers',
                  min: 0,
                  max: 2000,
                  figure: { median: 0.86, spread: 0.07, shareOf: 'answered', isPart: true }
                },
                {
                  key: 'complaints',
                  text: 'Complaints',
                  type: 'integer',
                  unit: 'complaints',
                  min: 0,
                  max: 200,
                  figure: { median: 7, spread: 0.5, bySize: 0.6 }
                },
                {
                  key: 'learnt',
                  text: 'What was learnt from complaints?',
                  type: 'long_text',
                  maxLength: 2000,
                  isOptional: true
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
      name: 'Outcomes',
      groups: [
        {
          name: 'Falls and ulcers',
          charts: [
            {
              name: 'Falls per 1,000 bed days',
              unit: 'falls',
              decimals: 1,
              direction: 'lower',
              statistic: 'rate',
              definition: 'Falls for each 1,000 occupied bed days.',
              numeratorText: 'Falls',
              denominatorText: '1,000 occupied bed days',
              numerator: ['falls'],
              denominator: ['bed_days'],
              multiplier: 1000
            },
            {
              name: 'Falls with harm per 1,000 bed days',
              unit: 'falls',
              decimals: 2,
              direction: 'lower',
              statistic: 'rate',
              definition: 'Falls with harm for each 1,000 occupied bed days.',
              numeratorText: 'Falls with harm',
              denominatorText: '1,000 occupied bed days',
              numerator: ['harmful_falls'],
              denominator: ['bed_days'],
              multiplier: 1000
            },
            {
              name: 'Share of falls with harm',
              unit: '%',
              decimals: 1,
              direction: 'lower',
              statistic: 'proportion',
              definition: 'Falls with harm as a share of all falls.',
              numeratorText: 'Falls with harm',
              denominatorText: 'Falls',
              numerator: ['harmful_falls'],
              denominator: ['falls'],
              multiplier: 100
            },
            {
              name: 'Pressure ulcers per 1,000 bed days',
              unit: 'ulcers',
              decimals: 2,
              direction: 'lower',
              statistic: 'rate',
              definition: 'Pressure ulcers of category 2 and above for each 1,000 occupied bed days.',
              numeratorText: 'Pressure ulcers',
              denominatorText: '1,000 occupied bed days',
              numerator: ['ulcers'],
              denominator: ['bed_days'],
              multiplier: 1000
            },
            {
              name: 'Falls',
              unit: 'falls',
              decimals: 0,
              direction: 'lower',
              definition: 'Falls of the twelve months.',
              value: ['falls']
            },
            {
              name: 'Occupied bed days',
              unit: 'days',
              decimals: 0,
              direction: 'neutral',
              definition: 'Occupied bed days of the twelve months.',
              value: ['bed_days']
            }
          ]
        },
        {
          name: 'Patient experience',
          charts: [
            {
              name: 'Response rate',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              definition: 'Answers received as a share of patients asked.',
              numeratorText: 'Answers',
              denominatorText: 'Patients asked',
              numerator: ['answered'],
              denominator: ['asked'],
              multiplier: 100
            },
            {
              name: 'Good or very good',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              target: 90,
              definition: 'Answers “good” or “very good” as a share of answers received.',
              numeratorText: 'Good answers',
              denominatorText: 'Answers received',
              numerator: ['good'],
              denominator: ['answered'],
              multiplier: 100
            },
            {
              name: 'Complaints per 10,000 bed days',
              unit: 'complaints',
              decimals: 1,
              direction: 'lower',
              statistic: 'rate',
              definition: 'Complaints for each 10,000 occupied bed days.',
              numeratorText: 'Complaints',
              denominatorText: '10,000 occupied bed days',
              numerator: ['complaints'],
              denominator: ['bed_days'],
              multiplier: 10_000
            },
            {
              name: 'Complaints',
              unit: 'complaints',
              decimals: 0,
              direction: 'lower',
              definition: 'Complaints of the twelve months.',
              value: ['complaints']
            },
            {
              name: 'Patients asked',
              unit: 'patients',
              decimals: 0,
              direction: 'neutral',
              definition: 'Patients that the survey reached.',
              value: ['asked']
            },
            {
              name: 'Answers received',
              unit: 'answers',
              decimals: 0,
              direction: 'neutral',
              definition: 'Answers that came back.',
              value: ['answered']
            }
          ]
        }
      ]
    }
  ]
}
