import { converter } from 'culori'
import { createGenerator, type UserConfig } from 'unocss'
import { expect, test } from 'vitest'
import { toastLooks, type ToastStatus } from '#browser/app/overlays/toast-card.tsx'

const hueOf = (colour: string): number => converter('hsl')(colour)?.h ?? Number.NaN

const CONFIG = '../../../uno.config.ts'

/** Spec 3, as ranges of hues in degrees. */
const HUES: Record<ToastStatus, readonly [number, number]> = {
  success: [100, 170],
  warning: [20, 45],
  error: [345, 375],
  info: [200, 240]
}

const statuses = Object.keys(HUES) as ToastStatus[]

test.each(statuses)(
  'a toast of status %s has the colour of the specification in every brand',
  async status => {
    const uno = await createGenerator(((await import(CONFIG)) as { default: UserConfig }).default)
    const { line, text } = toastLooks[status]
    const { css } = await uno.generate([line, text].join(' '), { preflights: false })
    const colours = [...css.matchAll(/rgb\((\d+) (\d+) (\d+)/g)].map(([, r, g, b]) => `rgb(${r}, ${g}, ${b})`)
    expect(colours).toHaveLength(2)
    expect(css).not.toContain('--ok')
    const [from, to] = HUES[status]
    for (const colour of colours) {
      const hue = hueOf(colour)
      const turned = hue < from ? hue + 360 : hue
      expect(turned).toBeGreaterThanOrEqual(from)
      expect(turned).toBeLessThanOrEqual(to)
    }
  }
)
