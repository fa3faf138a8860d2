import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { GroupJoinState, ManageDetailsFragment, UpdateGroupInput } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { DetailsLists } from './DetailsLists.tsx'
import { UPDATE_GROUP } from './documents.ts'

const JOIN_STATES = ['OPEN', 'REQUEST', 'INVITE', 'CLOSED'] as const satisfies readonly GroupJoinState[]

const valuesOf = (details: ManageDetailsFragment) => ({
  name: details.name,
  shortCode: details.shortCode,
  description: details.description ?? '',
  rules: details.rules ?? '',
  joinState: details.joinState,
  promptsToJoin: details.promptsToJoin,
  languages: [...details.languages],
  tags: [...details.tags],
  links: [...details.links],
})
export type DetailsValues = ReturnType<typeof valuesOf>

interface DetailsFormProps {
  readonly details: ManageDetailsFragment
}

/** Changes what the group says of itself. What another manager changes meanwhile is told, and nothing of it is undone. */
export function DetailsForm({ details }: DetailsFormProps) {
  const { t } = useTranslation('groupManage')
  const update = useAct(UPDATE_GROUP)
  const options = { name: 'details', current: valuesOf(details), updatedAt: details.updatedAt }
  const edit = useEditForm(options, async (changes, guard) => {
    const input: UpdateGroupInput = { groupId: details.id, ...changes, ...guard }
    if (changes.links) {
      const links = changes.links.map((link) => link.trim()).filter((link) => link !== '')
      // Issues of the answer name a link by its place in the form.
      form.setValues({ links })
      input.links = links
    }
    await update.attempt({ input })
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput label={t('details.name')} required {...form.getInputProps('name')} />
        <TextInput
          label={t('details.shortCode')}
          description={t('details.shortCodeHint')}
          required
          maw={260}
          {...form.getInputProps('shortCode')}
        />
        <Textarea
          label={t('details.description')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        <Textarea label={t('details.rules')} autosize minRows={3} maxRows={14} {...form.getInputProps('rules')} />
        <NativeSelect
          label={t('details.joinState')}
          description={t(`details.privacies.${details.privacy}`)}
          data={JOIN_STATES.map((value) => ({ value, label: t(`details.joinStates.${value}`) }))}
          {...form.getInputProps('joinState')}
        />
        <Switch label={t('details.promptsToJoin')} {...form.getInputProps('promptsToJoin', { type: 'checkbox' })} />
        <DetailsLists form={form} />
        <EditFormFooter edit={edit} labelOf={(field) => t(`details.${field}`)} />
      </Stack>
    </form>
  )
}
