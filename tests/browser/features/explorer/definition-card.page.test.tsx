import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DefinitionCard } from '#browser/features/explorer/chart/definition-card.tsx'
import type { MetaData } from '#contract/charts.ts'

afterEach(cleanup)

const metaData: MetaData = {
  definition_html: '',
  numerator_text: 'Days',
  denominator_text: 'Discharges',
  source_text: '',
  unit: 'days',
  direction: 'lower',
  caveats_html: '',
  statistic: 'mean',
  quartile_method: 'linear',
  minimum_count: 5
}

test.each([
  ['mean', true],
  ['rate', false],
  ['none', false]
] as const)('a %s says why it has no funnel plot: %s', (statistic, isSaid) => {
  render(<DefinitionCard metaData={{ state: 'ready', value: { ...metaData, statistic } }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Method' }))
  expect(screen.queryByText(/^Means have no funnel plot/) !== null).toBe(isSaid)
})

test('the definition comes first and the method is behind its button, so that the source is printed without it', () => {
  const value = { ...metaData, source_text: 'Ward records', statistic: 'rate' } as const
  const { container } = render(<DefinitionCard metaData={{ state: 'ready', value }} />)
  expect(container.textContent).toContain('SourceWard records')
  expect(container.textContent).not.toMatch(/Byar|interpolation|Percentile/)
  fireEvent.click(screen.getByRole('button', { name: 'Method' }))
  expect(container.textContent).toMatch(/Byar.*interpolation.*Percentile/)
})
