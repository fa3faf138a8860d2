import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { GraphForm } from '../../../graph/useGraphForm.ts'

interface FormDialogProps {
  readonly title: string
  readonly submit: string
  readonly graphForm: Pick<GraphForm<Record<string, unknown>>, 'refusal' | 'isBusy' | 'onSubmit'>
  readonly onClose: () => void
  /** The fields. */
  readonly children: ReactNode
}

/** A dialog with a form, whose refusal it shows. */
export function FormDialog({ title, submit, graphForm, onClose, children }: FormDialogProps) {
  const { t } = useTranslation()
  const { refusal, isBusy, onSubmit } = graphForm
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {children}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('cancel')}
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
