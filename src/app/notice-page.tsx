import { Link } from 'wouter'
import { EmptyNotice } from '#ui/notice.tsx'
import { buttonClass } from '#ui/button.tsx'
import { paths } from '#navigation/paths.ts'

/** Shown at an address whose screen this version does not have. */
export default function NoticePage({ name }: { name: string }) {
  return (
    <div className="page">
      <h1 className="mb-5">{name}</h1>
      <div className="card">
        <EmptyNotice
          title={`${name} is not available in this version`}
          text="The address is right and will work as soon as this part of the site is delivered."
          action={
            <Link href={paths.projects()} className={buttonClass()}>
              Go to projects
            </Link>
          }
        />
      </div>
    </div>
  )
}
