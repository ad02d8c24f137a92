import { Link } from 'wouter'
import { Icon } from '#browser/ui/icon.tsx'
import { ChartColumn, FileText } from '#browser/ui/icons/chart-icon-paths.ts'
import { Lock, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { ClipboardList, PencilLine } from '#browser/ui/icons/rare-icon-paths.ts'
import { Ring } from '#browser/ui/progress.tsx'
import type { HomeTile } from './tiles.ts'

const tileIcons: Record<string, IconPath> = {
  About: FileText,
  Registration: ClipboardList,
  'Data collection': PencilLine
}

const TILE_BOX = 'block h-full rounded-lg border border-solid px-3.5 max-sm:px-2.5 py-3'

/** Links to the parts of a project. A closed part is no link: it says why, and until when. */
export function TileRow({ tiles }: { tiles: readonly HomeTile[] }) {
  return (
    <nav aria-label="Parts of this project" className="mb-5 print:hidden">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(168px,1fr))] max-sm:grid-cols-[repeat(auto-fit,minmax(132px,1fr))] gap-3">
        {tiles.map(tile => (
          <li key={tile.name}>
            {tile.path === null ? (
              <div className={`${TILE_BOX} border-dashed border-line-strong text-ink-2`}>
                <TileText tile={tile} icon={Lock} />
              </div>
            ) : (
              <Link
                href={tile.path}
                className={`${TILE_BOX} text-ink hover:border-line-strong hover:no-underline ${tile.isNow ? 'border-brand-line bg-brand-tint' : 'border-line bg-surface'}`}
              >
                <TileText tile={tile} icon={tileIcons[tile.name] ?? ChartColumn} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TileText({ tile, icon }: { tile: HomeTile; icon: IconPath }) {
  return (
    <>
      <span className="flex items-center gap-2 font-medium">
        {tile.percent === undefined ? (
          <Icon of={icon} />
        ) : (
          <Ring percent={tile.percent} isComplete={tile.percent === 100} />
        )}
        {tile.name}
      </span>
      <span className="mt-1 block text-small text-ink-2">{tile.text}</span>
    </>
  )
}
