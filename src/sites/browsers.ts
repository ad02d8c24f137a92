/**
 * The oldest browsers that the site runs in. The build's target, the page's sentence for older ones (pages/_shell/too-old.js asks for what came with
 * these) and README follow it; tests/pages/browsers.test.ts holds the built code against it.
 */
export const BROWSERS = {
  chrome: '111',
  edge: '111',
  firefox: '121',
  safari: '16.4',
  safari_ios: '16.4'
} as const

/** As Vite and its CSS minifier name them. */
export const buildTarget: string[] = Object.entries(BROWSERS).map(
  ([name, version]) => name.replace('safari_ios', 'ios') + version
)
