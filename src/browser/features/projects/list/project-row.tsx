import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Star } from '#browser/ui/icons/rare-icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { ProgressBar } from '#browser/ui/progress.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { waitingQuestions } from '#domain/projects/project-action.ts'
import { stateLabel } from '#domain/projects/project-state.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { isTakingPart } from '#domain/projects/taking-part.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { remainingText } from '#domain/questionnaires/section-work.ts'
import { paths } from '#programme/paths.ts'
import { dateWithMeaning, idleLabel, projectLink, toggleStar } from './projects.ts'

export function ProjectRow({ project }: { project: ProjectSummary }) {
  const state = stateLabel(project)
  return (
    <li className="flex items-center gap-x-4 gap-y-2 max-md:flex-wrap border-0 border-t border-line border-solid px-4 py-3.5 first:border-t-0">
      <StarButton project={project} />
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-48px)]">
        <Link href={paths.project(project.project_code)} className="font-semibold text-ink">
          {project.project_name}
        </Link>
        <p className="md:cut text-small text-ink-2" title={project.summary}>
          {project.summary}
        </p>
      </div>
      <div className="w-42.5 flex-none max-md:ml-8 max-md:w-auto max-md:min-w-34">
        <Pill tone={state.tone}>{state.word}</Pill>
        <p className="mt-[3px] text-tiny text-ink-3">{dateWithMeaning(project)}</p>
      </div>
      <div className="w-47.5 flex-none max-md:w-auto max-md:min-w-30 max-md:flex-1">
        <ProjectProgress project={project} />
      </div>
      <div className="w-31 flex-none text-right max-md:ml-8 max-md:w-full max-md:text-left">
        <ProjectActionLink project={project} />
      </div>
    </li>
  )
}

function StarButton({ project }: { project: ProjectSummary }) {
  const { is_favorite, project_name } = project
  return (
    <button
      type="button"
      aria-pressed={is_favorite}
      aria-label={`Star ${project_name}`}
      title={is_favorite ? 'Starred: comes first' : 'Star to move it to the top'}
      onClick={() => toggleStar(project)}
      className={`-m-2 rounded p-2 hover:bg-sunken ${is_favorite ? 'text-[#b97a09] [&_svg]:fill-current' : 'text-ink-3'}`}
    >
      <Icon of={Star} />
    </button>
  )
}

/**
 * The organisation's state; nothing without an organisation, so that nobody reads that theirs is not
 * registered.
 */
function ProjectProgress({ project }: { project: ProjectSummary }) {
  const view = useStore($viewpoint)
  if (!view.hasOrganisation) return null
  const { registration_status, project_status, completion_percent, submission_count, project_name } = project
  const openSections = project.open_section_count ?? 0
  const questions = waitingQuestions(project, view)
  if (project_status === 'upcoming') return null
  if (project_status === 'registration' && registration_status === 'registered')
    return <p className="text-tiny text-ink-3">{countOfSubmissions(submission_count)} registered</p>
  if (!isTakingPart(project)) return <p className="text-tiny text-ink-3">Not registered</p>
  return (
    <>
      <div className="flex items-center gap-2">
        <ProgressBar percent={completion_percent} label={`Entered for ${project_name}`} />
        <span className="min-w-8.5 flex-none whitespace-nowrap text-right text-tiny tabular-nums text-ink-2">
          {completion_percent}%
        </span>
      </div>
      <p className="mt-1 text-tiny text-ink-3">
        {countOfSubmissions(submission_count)}
        {completion_percent === 100 &&
          (openSections > 0
            ? `, ${remainingText({ answers: 0, sections: openSections })}`
            : questions === 0 && ', all answered')}
        {questions > 0 && `, ${questionsText(questions, project.open_query_due_at)}`}
      </p>
    </>
  )
}

function ProjectActionLink({ project }: { project: ProjectSummary }) {
  const view = useStore($viewpoint)
  const link = projectLink(project, view)
  if (!link) return <span className="text-small text-ink-3">{idleLabel(project, view)}</span>
  return (
    <Link
      href={link.path}
      aria-label={`${link.label}: ${project.project_name}`}
      className={buttonClass({ kind: link.isMain ? 'main' : 'plain' })}
    >
      {link.label}
    </Link>
  )
}
