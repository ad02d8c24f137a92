/** What a guard says about a navigation. It does nothing itself: the route view acts on it. */
export type GuardResult =
  | { is: 'pass' }
  /** In-app navigation to another place instead, with a word to the user where one is due. */
  | { is: 'redirect'; to: string; warning?: string }
  /** Full page load of another site. */
  | { is: 'leave'; href: string }
  /** Back to where one was. */
  | { is: 'stay' }
  | { is: 'fail'; status: number; message: string }

export const pass: GuardResult = { is: 'pass' }

/** Where a navigation goes. */
export interface NavigationTarget {
  path: string
  /** With its question mark, or empty. */
  search: string
  params: Readonly<Record<string, string>>
}
