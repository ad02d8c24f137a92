import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'lightningcss'
import { createGenerator, type UserConfig } from 'unocss'

const minifyCss = (css: string): string =>
  transform({ filename: 'critical.css', code: Buffer.from(css), minify: true }).code.toString()

/** The CSS of the static pages before the stylesheet has loaded: base, typeface, and the classes they use. */
export async function criticalCss(root: string, pages: readonly string[]): Promise<string> {
  const config: { default: UserConfig } = await import(pathToFileURL(join(root, 'uno.config.ts')).href)
  const generator = await createGenerator(config.default)
  // Without preflights: they prepare shadows, rings and filters, which a skeleton does not use.
  const { css } = await generator.generate(pages.join('\n'), { preflights: false })
  const files = ['src/browser/app/styles/global.css', 'src/pages/_shell/first-paint.css'].map(file =>
    readFileSync(join(root, file), 'utf8')
  )
  return minifyCss([...files, css].join('\n'))
}
