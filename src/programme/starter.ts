import { escapeMarkup } from '#lib/xml.ts'
import { deriveBrand } from './colours.ts'
import type { Programme } from './schema.ts'

/** A plain starter logo in the programme's colour: three bars, with different heights for each programme. */
export function starterLogo({
  code,
  productName,
  primaryColour
}: Pick<Programme, 'code' | 'productName' | 'primaryColour'>): string {
  const brand = deriveBrand(primaryColour)
  const heights = [0, 1, 2].map(index => 5 + ((code.charCodeAt(index % code.length) * (index + 3)) % 9))
  const bars = heights.map((height, index) => `M${9 + index * 6} 22v-${height}`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" role="img">
  <title>${escapeMarkup(productName)}</title>
  <rect width="30" height="30" rx="7" fill="${brand?.brand ?? primaryColour}"/>
  <path d="${bars}" fill="none" stroke="${brand?.ink ?? '#fff'}" stroke-width="2.8" stroke-linecap="round"/>
</svg>
`
}

/** A programme's file as written by hand. */
export const starterFile = (programme: Omit<Programme, 'siteConfig' | '$schema'>): string =>
  `${JSON.stringify({ $schema: './schema.json', ...programme, siteConfig: { intro_title: programme.productName } }, null, 2)}\n`
