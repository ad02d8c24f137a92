// What opens on a chart's page, in one file that is fetched once the page is shown.
export { DisclosedFigures, TableOfKind } from './disclosed-figures.tsx'
export { WhatIfBand } from './what-if/what-if-band.tsx'
export { WhatIfFigures } from './what-if/what-if-figures.tsx'
export { whatIfOverlay } from './what-if/what-if-overlay.tsx'
