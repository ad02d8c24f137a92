/** Which skeleton an address starts with: the layout it will get (spec 2), and the form where the form is the page. */
export function skeletonOf(path: string): 'default' | 'login' | 'account' | 'survey' {
  if (path.startsWith('/surveys')) return 'survey'
  if (path.includes('login')) return 'login'
  return /register|forgot-password|verify/.test(path) ? 'account' : 'default'
}
