import { formatNumber } from '#domain/number-input.ts'
import type { PeerPreview } from './peer-preview.ts'

type Member = PeerPreview['members'][number]

const listed = (names: readonly string[]): string => names.map(name => name.toLowerCase()).join(', ')

/** 'same region, size; other type; vacancy rate close (9.1 %)': why one is like the own submission, or is not. */
export function likenessText({ shared_filters, other_filters, figures }: Member): string {
  const parts = [
    shared_filters.length > 0 ? `same ${listed(shared_filters)}` : '',
    ...figures.map(figureText),
    other_filters.length > 0 ? `different ${listed(other_filters)}` : ''
  ]
  return parts.filter(part => part !== '').join('; ')
}

function figureText({
  chart_name,
  unit,
  decimal_places,
  likeness,
  value
}: Member['figures'][number]): string {
  const name = chart_name.toLowerCase()
  if (value === null || likeness === 'missing') return `${name}: no figure`
  return `${name} ${likeness} (${formatNumber(value, decimal_places)}${unit === '' ? '' : ` ${unit}`})`
}
