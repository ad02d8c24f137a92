export type LayoutName = 'default' | 'surveys' | 'none'

/** Spec 2: chosen by the path alone. */
export function layoutFor(path: string): LayoutName {
  if (path.startsWith('/surveys')) return 'surveys'
  return ['login', 'register', 'forgot-password', 'verify'].some(word => path.includes(word))
    ? 'none'
    : 'default'
}
