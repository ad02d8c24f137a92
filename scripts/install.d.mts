interface Installed {
  version?: string
  integrity?: string
}

interface Locked extends Installed {
  optional?: boolean
  devOptional?: boolean
  dev?: boolean
}

export function isInstalled(
  locked: Record<string, Locked>,
  installed: Record<string, Installed>,
  options: { needsDev: boolean }
): boolean
