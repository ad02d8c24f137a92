interface Installed {
  version?: string
  integrity?: string
}

interface Locked extends Installed {
  optional?: boolean
  devOptional?: boolean
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
}

export function isInstalled(
  locked: Record<string, Locked>,
  installed: Record<string, Installed>,
  options: { needsDev: boolean }
): boolean

export function isApiInstalled(locked: Record<string, Locked>, installed: Record<string, Installed>): boolean
