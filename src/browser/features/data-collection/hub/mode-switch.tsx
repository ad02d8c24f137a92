import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { Segmented } from '#browser/ui/segmented.tsx'
import { isAdminRole } from '#domain/people/roles.ts'
import { paths } from '#programme/paths.ts'

type Mode = 'answers' | 'questions'

/** Whether the address asks for the questions instead of the answers. */
export const isBuilding = (params: URLSearchParams): boolean => params.get('view') === 'questions'

/** Admins change between entering data and changing what is asked. */
export function ModeSwitch({ projectCode, mode }: { projectCode: string; mode: Mode }) {
  const { roleTypeId } = useStore($viewpoint)
  const [, navigate] = useLocation()
  if (!isAdminRole(roleTypeId)) return null
  return (
    <Segmented<Mode>
      label="What to do"
      options={[
        { id: 'answers', label: 'Enter data' },
        { id: 'questions', label: 'Questions' }
      ]}
      pressed={mode}
      onPress={next =>
        navigate(paths.dataCollection(projectCode, next === 'questions' ? { view: 'questions' } : {}))
      }
    />
  )
}
