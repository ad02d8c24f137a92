// Draws charts in tests and reads their content.

import type { ChartFigure, DrawContext } from '#browser/charts/view/figure.ts'

export const drawContext: DrawContext = {
  width: 700,
  height: 400,
  averages: ['Mean', 'Median', 'Q1', 'Q3'],
  intervals: false,
  measureText: (text, size) => text.length * size * 0.56,
  theme: {
    brand: '#0b6e75',
    brandLine: '#a9d0d2',
    ink: '#18202c',
    ink2: '#465163',
    ink3: '#616b7c',
    line: '#e4e8ee',
    lineStrong: '#c3cad5',
    lineField: '#7f8897',
    surface: '#ffffff',
    ok: '#17764a',
    bad: '#b8262c',
    font: 'Inter'
  }
}

/** A no-break space keeps a figure and its unit on one line. */
export const breakable = (text: string): string => text.replaceAll('\u00a0', ' ')

/** The text that the keyboard navigation announces at each stop. */
export const stopTexts = (figure: ChartFigure): string[] => figure.stops.map(stop => breakable(stop.text))

/** Heights of the bars of a first trace. */
export const countsOf = (figure: ChartFigure): number[] => (figure.data[0] as unknown as { y: number[] }).y
