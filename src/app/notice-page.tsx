import { Link } from 'wouter'
import { EmptyNotice } from '#ui/notice.tsx'
import { buttonClass } from '#ui/button.tsx'
import { paths } from '#navigation/paths.ts'

/** Stands at an address whose screen is not part of this version. */
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
