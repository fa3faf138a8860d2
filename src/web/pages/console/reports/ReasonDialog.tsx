import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { CannedReasonKind } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CANNED_REASONS } from './actDocuments.ts'

export interface ReasonDialogProps {
  readonly title: string
  readonly label: string
  readonly submit: string
  /** The act for which canned texts can be chosen; null for none. */
  readonly kind: CannedReasonKind | null
  /** What further can be chosen, the first one by default. */
  readonly choice?: {
    readonly label: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
  }
  readonly onSend: (text: string, choice: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for a text that goes with an act of the staff, which can be one of the canned ones. */
export function ReasonDialog({ title, label, submit, kind, choice, onSend, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['console', 'common'])
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { mode: 'controlled', initialValues: { text: '', choice: choice?.options[0]?.value ?? '' } },
    async (values) => {
      await onSend(values.text, values.choice)
      onClose()
    },
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {kind && <CannedSelect kind={kind} onChoose={(text) => form.setFieldValue('text', text)} />}
          <Textarea label={label} autosize minRows={3} maxRows={12} data-autofocus {...form.getInputProps('text')} />
          {choice && <NativeSelect label={choice.label} data={[...choice.options]} {...form.getInputProps('choice')} />}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface CannedSelectProps {
  readonly kind: CannedReasonKind
  readonly onChoose: (text: string) => void
}

/** The texts that the staff keeps for an act; nothing while there are none. */
function CannedSelect({ kind, onChoose }: CannedSelectProps) {
  const { t } = useTranslation('console')
  const { data } = usePanel(CANNED_REASONS, { kind })
  const reasons = data?.cannedReasons ?? []
  if (reasons.length === 0) return null
  return (
    <NativeSelect
      label={t('reports.canned')}
      data={[{ value: '', label: '' }, ...reasons.map(({ id, title }) => ({ value: id, label: title }))]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = reasons.find(({ id }) => id === value)
        if (chosen) onChoose(chosen.text)
      }}
    />
  )
}
