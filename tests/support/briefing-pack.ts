// A briefing pack of charts as its file, without a page.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BriefingPages } from '#browser/charts/briefing/briefing-pages.tsx'
import { briefingHtml, type Briefing } from '#browser/charts/briefing/briefing.ts'
import { drawContext } from './draw-context.ts'

export function briefingFile(charts: Briefing['charts'], given: Partial<Briefing> = {}): string {
  const pack = {
    productName: 'Ward Compare',
    programmeName: 'National Inpatient Network',
    logo: null,
    projectName: 'Ward staffing',
    audience: '',
    recipient: 'the attacker',
    madeAt: '2026-11-20T12:00:00.000Z',
    since: '2025',
    ...given,
    charts
  }
  return briefingHtml({
    title: 'Pack',
    body: renderToStaticMarkup(createElement(BriefingPages, pack)),
    theme: drawContext.theme,
    fontFace: ''
  })
}
