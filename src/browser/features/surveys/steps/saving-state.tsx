import { useStore } from '@nanostores/react'
import { surveySaveText } from '#browser/features/surveys/survey-status.ts'
import { sendAgain, type OpenSurvey } from '#browser/features/surveys/survey.ts'
import { SaveAnnouncement } from '#browser/section/sync/save-announcement.tsx'
import { SAVING } from '#browser/section/sync/save-text.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check, Cloud } from '#browser/ui/icons/icon-paths.ts'

/** Whether everything is saved, and if not why. In a small window a sentence has a line of its own. */
export function SurveySavingState({ survey }: { survey: OpenSurvey }) {
  const { text, tone, action } = surveySaveText(useStore(survey.$status))
  const isSaved = tone === 'calm'
  return (
    <div
      className={`flex flex-1 min-w-20 items-center justify-center gap-2 text-small text-ink-2 ${isSaved || text === SAVING ? '' : 'max-sm:order-first max-sm:basis-full max-sm:justify-start'}`}
    >
      <Icon of={isSaved ? Check : Cloud} />
      <span>{text}</span>
      <SaveAnnouncement text={text} tone={tone} />
      {action !== null && (
        <Button size="s" onClick={() => sendAgain(survey)}>
          {action}
        </Button>
      )}
    </div>
  )
}
