import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ProjectFrame } from '#browser/project-frame/project-frame.tsx'
import { $downloads, startDownload, stopDownload } from '#browser/stores/downloads.ts'
import { $session } from '#browser/stores/session.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { Button } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { DownloadState } from '#browser/ui/download-state.tsx'
import { CalendarPlus } from '#browser/ui/icons/rare-icon-paths.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { RichText } from '#browser/ui/rich-text/rich-text.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { windowDay, windowTime, type WindowEnd } from '#domain/projects/window-days.ts'
import { formatDay } from '#lib/format.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { ReleasesCard } from './edition-list.tsx'
import { $about, loadAbout, saveKeyDates, type ProjectAbout } from './project-about.ts'
import { PublicationCard } from './publication-card.tsx'

export default function ProjectAboutScreen() {
  return <ProjectFrame>{project => <About project={project} />}</ProjectFrame>
}

function About({ project }: { project: ProjectSummary }) {
  const about = useStore($about)
  const period = useStore($selectedTimePeriod)
  const timePeriodId = period?.id
  const isAdmin = useStore($session).user?.isAdmin ?? false
  const load = () => {
    if (timePeriodId !== undefined) void loadAbout(project.project_id, timePeriodId)
  }
  useEffect(load, [project.project_id, timePeriodId])
  return (
    <>
      <header className="mb-5">
        <h1>About {project.project_name}</h1>
        <p className="mt-0.5 max-w-[70ch] text-ink-2">{project.summary}</p>
      </header>
      {about.state !== 'ready' && <NotReady of={about} what="This page" lines={6} onRetry={load} />}
      {about.state === 'ready' && (
        <div className="beside">
          <Texts abouts={about.value.abouts} />
          <div className="grid gap-5">
            {isAdmin && period && (
              <PublicationCard
                project_id={project.project_id}
                time_period_id={period.id}
                projectName={project.project_name}
                periodName={period.name}
              />
            )}
            {!isAdmin && period && (
              <ReleasesCard
                scope={{ project_id: project.project_id, time_period_id: period.id }}
                periodName={period.name}
              />
            )}
            <KeyDates project={project} dates={about.value.key_dates} />
            <Contacts contacts={about.value.project_contacts} />
            <Documents documents={about.value.documents} />
          </div>
        </div>
      )}
    </>
  )
}

function Texts({ abouts }: Pick<ProjectAbout, 'abouts'>) {
  const texts = abouts.toSorted((one, other) => one.display_order - other.display_order)
  if (texts.length === 0) {
    return (
      <div className="card">
        <EmptyNotice
          title="No description of this project yet"
          text="See the dates and contacts on this page."
        />
      </div>
    )
  }
  return (
    <article className="card p-5">
      {texts.length > 1 && (
        <nav aria-label="Contents" className="mb-5 border-0 border-b border-line border-solid pb-4">
          <p className="side-head px-0! pt-0!">Contents</p>
          <ul className="mt-1 grid gap-1">
            {texts.map(({ about_id, heading }) => (
              <li key={about_id}>
                <a href={`#about-${about_id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="grid gap-6">
        {texts.map(({ about_id, heading, body_html }) => (
          <section key={about_id} aria-labelledby={`about-${about_id}`}>
            <h2 id={`about-${about_id}`} tabIndex={-1} className="mb-1.5 scroll-mt-4">
              {heading}
            </h2>
            <RichText html={body_html} className="max-w-[70ch] text-ink-2" />
          </section>
        ))}
      </div>
    </article>
  )
}

function KeyDates({ project, dates }: { project: ProjectSummary; dates: ProjectAbout['key_dates'] }) {
  return (
    <Card title="Key dates">
      {dates.length === 0 ? (
        <EmptyNotice title="No dates are set yet" />
      ) : (
        <div className="p-4">
          <dl className="grid gap-3 text-small">
            {dates.map(({ label, date, is_end }) => (
              <div key={label}>
                <dt className="font-medium">{label}</dt>
                <dd className="text-ink-2">
                  <KeyDate end={is_end ? 'closes' : 'opens'} at={date} />
                </dd>
              </div>
            ))}
          </dl>
          <Button size="s" icon={CalendarPlus} className="mt-3" onClick={() => saveKeyDates(project, dates)}>
            Download a calendar file
          </Button>
        </div>
      )}
    </Card>
  )
}

function Contacts({ contacts }: { contacts: ProjectAbout['project_contacts'] }) {
  if (contacts.length === 0) return null
  return (
    <Card title="Contacts">
      <ul className="grid gap-3 p-4 text-small">
        {contacts.map(({ contact_name, contact_role, email_address }) => (
          <li key={`${contact_role} ${email_address}`}>
            <p className="font-medium">{contact_name}</p>
            <p className="text-ink-3">{contact_role}</p>
            <a href={`mailto:${email_address}`} className="break-all">
              {email_address}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Documents({ documents }: Pick<ProjectAbout, 'documents'>) {
  const downloads = useStore($downloads)
  if (documents.length === 0) return null
  return (
    <Card title="Documents">
      <ul className="grid gap-1 p-2">
        {documents.map(document => {
          const { document_id: id, document_name: name } = document
          return (
            <li key={id} className="flex flex-wrap items-center gap-2 px-2 py-1 text-small">
              <span className="min-w-0 flex-1">{name}</span>
              <DownloadState
                name={name}
                size={document.size_bytes}
                progress={downloads[id]}
                onStart={() => void startDownload(document)}
                onStop={() => stopDownload(id)}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function KeyDate({ end, at }: { end: WindowEnd; at: string }) {
  const day = windowDay(end, at)
  return [formatDay(day), windowTime(end, at), formatDistance(day)].filter(Boolean).join(', ')
}
