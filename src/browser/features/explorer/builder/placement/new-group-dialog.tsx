import { useState } from 'react'
import { closeModalWith } from '#browser/forms/close-modal-with.ts'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { createChartGroup, type Placements } from './placement.ts'

interface NewGroupProps {
  projectId: number
  placements: Placements
}

export const openNewGroup = (props: NewGroupProps): void =>
  openModal({
    component: NewGroupDialog,
    size: 'standard',
    props: { title: 'New chart group', ...props },
    callback: announceGroup
  })

const announceGroup = (name: string): void =>
  void showToast({ text: `${name} is added. It has no charts yet.`, status: 'success' })

/** Creates a group of charts, in a new collection unless one of that name exists. */
function NewGroupDialog({ projectId, placements }: NewGroupProps) {
  const explorers = [
    ...new Map(placements.groups.map(({ explorer }) => [explorer.explorer_type, explorer])).values()
  ]
  const [form] = useState(() =>
    createForm({
      group_name: { label: 'Name of the group', rules: [required, length(1, 200)] },
      collection_name: {
        label: 'Collection',
        initial: placements.groups[0]?.collection_name ?? '',
        rules: [required, length(1, 200)]
      },
      explorer_type: { label: 'Explorer', initial: explorers[0]?.explorer_type ?? '', rules: [required] }
    })
  )
  const submit = () =>
    form.submit(async values => {
      const origin = rememberOrigin()
      const result = await createChartGroup({
        projectId,
        explorerType: values.explorer_type,
        collectionName: values.collection_name.trim(),
        groupName: values.group_name.trim()
      })
      if (!result.ok) return showFault(form, result.error)
      const name = values.group_name.trim()
      if (origin.isInModal()) closeModalWith(name)
      else announceGroup(name)
    })
  return (
    <FormElement form={form} className="grid gap-4" onSubmit={submit}>
      <TextInput form={form} name="group_name" maxLength={200} autoFocus />
      <TextInput
        form={form}
        name="collection_name"
        maxLength={200}
        list="known-collections"
        hint="A heading above groups. Enter a new name to add a new heading."
      />
      <datalist id="known-collections">
        {[...new Set(placements.groups.map(group => group.collection_name))].map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <SelectInput
        form={form}
        name="explorer_type"
        options={explorers.map(({ explorer_type, label }) => ({ id: explorer_type, name: label }))}
      />
      <FormMessage form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <SubmitButton>Add group</SubmitButton>
      </div>
    </FormElement>
  )
}
