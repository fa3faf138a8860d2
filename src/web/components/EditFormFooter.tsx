import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EditForm } from '../graph/useEditForm.ts'
import { RefusalAlert } from './RefusalAlert.tsx'

interface EditFormFooterProps<Values extends Record<string, unknown>> {
  readonly edit: EditForm<Values>
  /** The label of a field. */
  readonly labelOf: (field: keyof Values) => string
  /** What the button says; “Save” by default. */
  readonly submit?: string
  /** Closes the form; without it the person can discard what was changed. */
  readonly onCancel?: () => void
}

/** Ends a form: what was changed elsewhere meanwhile, why it was not saved, and the buttons. */
export function EditFormFooter<Values extends Record<string, unknown>>({
  edit,
  labelOf,
  submit,
  onCancel,
}: EditFormFooterProps<Values>) {
  const { t } = useTranslation()
  const { form, refusal, isBusy, isDirty, elsewhere } = edit
  return (
    <Stack gap="sm">
      {elsewhere.fields.length > 0 && <ElsewhereAlert edit={edit} labelOf={labelOf} />}
      {refusal && <RefusalAlert refusal={refusal} />}
      <Group gap="xs">
        <Button type="submit" loading={isBusy} disabled={!isDirty}>
          {submit ?? t('edit.save')}
        </Button>
        {(onCancel || isDirty) && !isBusy && (
          <Button variant="subtle" color="gray" onClick={onCancel ?? form.reset}>
            {onCancel ? t('cancel') : t('edit.discard')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type ElsewhereAlertProps<Values extends Record<string, unknown>> = Omit<
  EditFormFooterProps<Values>,
  'submit' | 'onCancel'
>

function ElsewhereAlert<Values extends Record<string, unknown>>({ edit, labelOf }: ElsewhereAlertProps<Values>) {
  const { t, i18n } = useTranslation()
  const { fields, show, keep } = edit.elsewhere
  const names = new Intl.ListFormat(i18n.language).format(fields.map(labelOf))
  return (
    <Alert color="plaza" variant="light" role="status" title={t('edit.elsewhere', { names })}>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={show}>
          {t('edit.show')}
        </Button>
        <Button size="xs" variant="default" onClick={keep}>
          {t('edit.keep')}
        </Button>
      </Group>
    </Alert>
  )
}
